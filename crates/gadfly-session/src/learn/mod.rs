//! `cargo gadfly learn`: runs the crate's own tests, doctests and examples with tracing, and learns from their logs how the
//! crate's types are used.

mod doctests;
mod pictures;
mod programs;
mod run;
mod tracing;

pub(super) use run::learn;
