//! Tests of what confined programs can and cannot do. Programs of the system are not allowed to run, so the test binary
//! runs itself, as the test named `deed` with what to do in a variable.

mod deeds;
mod escapes;
