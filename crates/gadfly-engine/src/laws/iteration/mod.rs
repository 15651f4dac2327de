//! Laws of iterators.

pub(super) mod clone_midway;
pub(super) mod ends_agree;
pub(super) mod fused;
pub(super) mod len_agrees;
pub(super) mod shortcuts_agree;
pub(super) mod size_hint_bounds;
pub(super) mod size_hint_count;
pub(super) mod size_hint_drained;
mod steps;
