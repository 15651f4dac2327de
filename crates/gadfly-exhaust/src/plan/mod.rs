//! From a type and its bounds to memory with numbered choice points.

mod builder;
mod choice;
mod fields;
mod pointers;
mod pool;

pub(crate) use builder::push_image;
pub use builder::Plan;
pub(crate) use choice::{Alternatives, ChoiceDraft, Guard, Label, Need};
pub(crate) use pool::{Manager, Object, Pool};
