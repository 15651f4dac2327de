//! Reads the public API of a crate: runs rustdoc and lowers its description to the model.
//!
//! An odd item never fails the run: it becomes [`gadfly_model::Skipped`]. What operations are
//! made from the model is decided elsewhere.

mod error;
mod introspect;
mod lower;
mod rustdoc;
mod std_items;

pub use error::IntrospectError;
pub use introspect::{IntrospectStep, Introspection, introspect};

/// The public path of an item of the standard library, by the path of its definition: `std::vec::Vec` for `alloc::vec::Vec`.
pub fn public_path_in_std(definition: &str) -> String {
    std_items::public_path(definition)
}
