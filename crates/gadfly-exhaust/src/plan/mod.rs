//! Plans: memory with numbered choice points, made from a type and its bounds.

mod builder;
mod choice;
mod fields;
mod pointers;
mod pool;

pub(crate) use builder::push_image;
pub use builder::Plan;
pub(crate) use choice::{Alternatives, ChoiceDraft, ChoiceGuard, ChoiceLabel, Need};
pub(crate) use pool::{Manager, Pool, PooledObject, COUNTERS};
