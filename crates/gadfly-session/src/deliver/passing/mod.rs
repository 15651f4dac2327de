//! Tests of what works today: short passing sequences that show most of what the search has reached, with what they yield.

mod candidates;
mod coverings;
mod drafts;
mod kind;
mod looks;
mod naming;
mod observers;
mod outcomes;
mod plainer;
mod realism;
mod recording;
mod regression;

pub(crate) use drafts::section;
pub(crate) use kind::PassingTests;
pub(crate) use regression::{Regression, regression_drafts, sort};
