//! The whole of what is known about a crate.

use std::collections::BTreeMap;

use crate::{Adt, Constant, Function, Impl, Name, Skipped, Trait};

/// The public interface of a crate and of the dependencies in its signatures.
///
/// `functions`, `adts` and so on hold the items of the subject and of those dependencies; the field `krate` of an item
/// identifies its crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The package's name.
    pub package: Name,
    /// Its version.
    pub version: Name,
    /// The library's name as a path segment.
    pub krate: Name,
    /// Free functions, inherent methods, methods in impls of traits, provided trait methods,
    /// in a stable order. Methods of auto-trait and blanket impls of foreign traits are absent.
    pub functions: Vec<Function>,
    /// Impls, of the subject's traits also those for foreign types.
    pub impls: Vec<Impl>,
    /// Structs, enums and unions by path.
    pub adts: BTreeMap<Name, Adt>,
    /// Traits by path.
    pub traits: BTreeMap<Name, Trait>,
    /// Public constants and statics.
    pub constants: Vec<Constant>,
    /// Every known spelling of a type or trait (definition paths, re-exports) to the one used
    /// in this model.
    pub names: BTreeMap<Name, Name>,
    /// Items left out.
    pub skipped: Vec<Skipped>,
}

impl Model {
    /// Returns whether an item belongs to the crate under test.
    pub fn is_local(&self, krate: &str) -> bool {
        *self.krate == *krate
    }

    /// The spelling this model uses for a type or trait.
    pub fn canonical(&self, path: &str) -> Option<&Name> {
        self.names.get(path)
    }
}
