//! `cargo gadfly learn`: runs the crate's own tests, doctests and examples with tracing, and learns from their logs how the
//! crate's types are used.

mod doctests;
mod pictures;
mod programs;
mod run;
mod search;
mod searching;
mod tracing;
mod up_to_date;

pub(super) use run::{learn, models};
pub(super) use searching::seeds;
pub(super) use up_to_date::known;
