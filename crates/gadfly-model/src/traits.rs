//! Traits and impls.

use crate::{Bound, Function, Generics, Name, TraitRef, Ty};

/// A trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trait {
    /// Its public path, or its definition path when it has none.
    pub path: Name,
    /// The crate that defines it.
    pub krate: Name,
    /// `true` if a caller can write its name.
    pub is_nameable: bool,
    /// Its parameters with their defaults.
    pub generics: Generics,
    /// Its supertraits.
    pub supertraits: Vec<Bound>,
    /// Its associated types.
    pub assoc_types: Vec<AssocType>,
    /// The other items that an impl has to write.
    pub required: Required,
    /// `unsafe trait`.
    pub is_unsafe: bool,
    /// `true` if `dyn Trait` is allowed.
    pub is_dyn_compatible: bool,
    /// Its documentation.
    pub docs: Option<Name>,
}

/// The items besides types that an impl has to write, because the trait has no body or value for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Required {
    /// Methods; `Self` is a parameter in them.
    pub methods: Vec<Function>,
    /// Constants.
    pub constants: Vec<(Name, Ty)>,
    /// Names of what there is besides, and could not be read.
    pub unknown: Vec<Name>,
}

/// An associated type as declared in a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssocType {
    /// Its name.
    pub name: Name,
    /// Parameters of a generic associated type.
    pub generics: Generics,
    /// Its bounds.
    pub bounds: Vec<Bound>,
    /// Its default.
    pub default: Option<Ty>,
}

/// An impl block, inherent or of a trait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impl {
    /// The crate it is written in.
    pub krate: Name,
    /// Its parameters.
    pub generics: Generics,
    /// The trait, if it is of one.
    pub trait_: Option<TraitRef>,
    /// The type it is for.
    pub for_: Ty,
    /// Associated types it sets.
    pub assoc_types: Vec<(Name, Ty)>,
    /// `impl !Trait`.
    pub is_negative: bool,
    /// Made by the compiler for auto traits: classifies the type, has no methods.
    pub is_synthetic: bool,
}
