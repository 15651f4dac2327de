//! The parts of `cargo gadfly`, as a library for the command and its tests.

pub mod exhaust;
