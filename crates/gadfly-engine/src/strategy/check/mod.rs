//! Properties: the inputs they are tried on, and the counts of attempts.

pub(super) mod attempts;
pub(super) mod batch;
pub(super) mod input;
pub(super) mod property_targets;
pub(super) mod trials;

pub use trials::CheckStrategy;
