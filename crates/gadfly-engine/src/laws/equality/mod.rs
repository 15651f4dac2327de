//! Laws of `PartialEq`, `Eq` and `Hash`.

pub(super) mod eq_reflexive;
pub(super) mod eq_symmetric;
pub(super) mod eq_transitive;
pub(super) mod hash_agrees_with_eq;
pub(super) mod ne_negates_eq;
