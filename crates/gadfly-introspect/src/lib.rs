//! Reads what a crate offers: has rustdoc describe it and lowers the description to the model.
//!
//! An odd item never fails the run: it becomes [`gadfly_model::Skipped`]. What operations are
//! made from the model is decided elsewhere.

mod error;
mod introspect;
mod lower;
mod rustdoc;
mod std_items;

pub use error::IntrospectError;
pub use introspect::{Introspection, Progress, introspect};
