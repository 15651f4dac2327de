//! The flows of the commands: each runs the stages in order and returns a report.
//!
//! [`pipeline`] is the boundary to the command: orders and settings one way, progress and questions the other. [`report`] is
//! the data that comes back, [`error`] what ends a flow early, [`artifacts`] the working directory, and [`text`] the form of
//! numbers. [`Session`] has a flow per command, in the file or folder of its name.

pub mod artifacts;
mod causes;
mod check;
mod deliver;
pub mod error;
mod exhaust;
mod explore;
mod findings;
#[cfg(test)]
mod fuzz_inputs;
mod harness;
mod kept_listing;
mod learn;
mod linking;
mod notes;
pub mod pipeline;
mod replaying;
pub mod report;
mod search;
mod session;
mod skip_reason;
mod stage_errors;
mod strengthen;
pub mod suggest;
pub mod text;
mod triage;
mod value_types;
mod walk;

pub use session::Session;
