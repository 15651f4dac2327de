//! The public interface of a crate, as plain data.
//!
//! A [`Model`] is made once from the crate (and from those of its dependencies whose types occur in its signatures) and is
//! only read afterwards. It performs no input or output, knows nothing of rustdoc's format, and nothing of how operations
//! are made from it.

mod adt;
mod function;
mod generics;
mod model;
mod print;
pub mod rust_path;
mod skipped;
mod traits;
mod ty;

pub use adt::{Adt, AdtKind, Constant, Fields, NamedField, Variant};
pub use function::{Function, ImplId, Owner, Receiver, Span};
pub use generics::{Bound, FnBound, FnKind, Generics, Param, ParamKind, Predicate, TraitRef};
pub use model::Model;
pub use print::{Lifetimes, raw_path};
pub use skipped::Skipped;
pub use traits::{AssocType, Impl, Required, Trait};
pub use ty::{Arg, Const, FnPointer, Prim, Projection, Ty};

/// An interned name or path.
///
/// Items are known by the path a caller would write (`semver::Version`, `std::vec::Vec`), which
/// is unique per item and printable as it stands. [`Model::names`] maps every other spelling of
/// an item to that one.
pub type Name = std::sync::Arc<str>;
