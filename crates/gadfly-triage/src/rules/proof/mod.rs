//! Conclusions from a test that shows the failure, or from there being none.

pub(crate) mod unproven_memory;
pub(crate) mod unproven_misuse;
pub(crate) mod unproven_slowness;

use crate::facts::Facts;

/// Returns whether a test was tried, and none shows the failure.
fn is_unproven(facts: &Facts) -> bool {
    facts.proof.as_ref().is_some_and(|proof| !proof.has_test)
}
