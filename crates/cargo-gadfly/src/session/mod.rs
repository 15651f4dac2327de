//! Runs the stages in order.

mod absurd;
mod alike;
mod blame;
mod checking;
mod contracts;
mod crew;
mod deliver;
mod drafts;
mod earlier;
mod endless;
mod errors;
mod expected_form;
mod findings;
mod harness;
mod interrupted;
mod journal;
mod kept_listing;
mod known;
mod linking;
mod merging;
mod minimising;
mod notes;
mod pipeline;
mod placing;
mod regression;
mod replaying;
mod skip_reason;
mod strangers;
mod totals;
mod triage;
mod unstable;
#[cfg(test)]
mod untrusted;
mod walk;
mod walking;

pub(crate) use pipeline::Session;
