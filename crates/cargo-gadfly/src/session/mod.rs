//! Runs the stages in order.

mod errors;
mod findings;
mod harness;
mod pipeline;
mod walk;

pub(crate) use pipeline::Session;
