//! Runs the stages in order.

mod errors;
mod findings;
mod harness;
mod kept_listing;
mod pipeline;
mod triage;
mod walk;

pub(crate) use pipeline::Session;
