//! Statements that do not hold: laws, invariants, properties, and what a person expects.

pub(crate) mod invariant_fails;
pub(crate) mod judged_wrong;
pub(crate) mod law_broken;
pub(crate) mod process_change;
pub(crate) mod property_fails;
