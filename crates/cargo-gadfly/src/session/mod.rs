//! Runs the stages in order.

mod blame;
mod deliver;
mod drafts;
mod earlier;
mod errors;
mod expected_form;
mod findings;
mod harness;
mod kept_listing;
mod known;
mod merging;
mod minimising;
mod notes;
mod pipeline;
mod placing;
mod regression;
mod replaying;
mod skip_reason;
mod triage;
mod unstable;
mod walk;

pub(crate) use pipeline::Session;
