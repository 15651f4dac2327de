//! Laws of `PartialOrd` and `Ord`.

pub(super) mod cmp_agrees_with_eq;
pub(super) mod cmp_agrees_with_partial_cmp;
pub(super) mod cmp_dual;
pub(super) mod cmp_transitive;
pub(super) mod operators_agree;
pub(super) mod partial_cmp_agrees_with_eq;
pub(super) mod partial_cmp_dual;
pub(super) mod partial_cmp_transitive;
