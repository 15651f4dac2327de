//! Laws of collections: length, items, order and ends.

pub(in crate::laws) mod capacity;
pub(in crate::laws) mod clearing;
pub(in crate::laws) mod containing;
pub(in crate::laws) mod counting;
pub(in crate::laws) mod emptiness;
pub(in crate::laws) mod ends;
pub(in crate::laws) mod equal_observers;
pub(in crate::laws) mod indexing;
pub(in crate::laws) mod splitting;
pub(in crate::laws) mod stacks;
