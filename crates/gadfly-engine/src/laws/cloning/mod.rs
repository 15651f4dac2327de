//! Laws of `Clone`.

pub(super) mod clone_alike;
pub(super) mod clone_equal;
pub(super) mod clone_from_agrees;
pub(super) mod clone_independent;
