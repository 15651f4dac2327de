//! Runs the stages in order.

mod errors;
mod findings;
mod harness;
mod kept_listing;
mod pipeline;
mod skip_reason;
mod triage;
mod walk;

pub(crate) use pipeline::Session;
