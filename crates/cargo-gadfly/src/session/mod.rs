//! Runs the stages of each command in order.

mod check;
mod deliver;
mod errors;
mod exhaust;
mod explore;
mod findings;
#[cfg(test)]
mod fuzz_inputs;
mod harness;
mod kept_listing;
mod linking;
mod notes;
mod pipeline;
mod replaying;
mod search;
mod skip_reason;
mod triage;
mod walk;

pub(crate) use pipeline::Session;
