//! Laws of maps, sets, and collections that give out keys.

pub(in crate::laws) mod entries;
pub(in crate::laws) mod finding;
pub(in crate::laws) mod handles;
pub(in crate::laws) mod insertion;
pub(in crate::laws) mod membership;
pub(in crate::laws) mod subsets;
pub(in crate::laws) mod uniting;
