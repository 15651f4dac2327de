//! From documents to the model.

mod adopt;
mod adt;
mod anonymous;
mod bounds;
mod collect;
mod context;
mod docs;
mod function;
mod generics;
mod members;
mod names;
mod paths;
mod reexport;
mod scope;
mod substitute;
mod traits;
mod ty;

pub(crate) use collect::lower;
pub(crate) use docs::{Docs, DocumentedCrate};
pub(crate) use names::SpellingTable;
