//! All calls of a traced run, with the objects in them.

mod call;
mod forest;
mod types;

pub use call::{Birth, Call, CallId, ObjectFacts, Outcome, Position, Trace};
pub use types::TypeFacts;

pub(crate) use call::{Moment, When};
pub(crate) use forest::join;
