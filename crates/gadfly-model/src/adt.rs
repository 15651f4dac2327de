//! Structs, enums, unions and constants.

use crate::{Generics, Name, Ty};

/// A nominal type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adt {
    /// Its public path, or its definition path when it has none.
    pub path: Name,
    /// The crate that defines it.
    pub krate: Name,
    /// `true` if a caller can write its name.
    pub is_nameable: bool,
    /// Its parameters with their defaults.
    pub generics: Generics,
    /// Its shape.
    pub kind: AdtKind,
    /// `true` if it is `Sized`.
    pub is_sized: bool,
    /// `#[non_exhaustive]`: no literal outside its crate.
    pub is_non_exhaustive: bool,
    /// Its documentation.
    pub docs: Option<Name>,
}

/// Struct, enum or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdtKind {
    /// A struct.
    Struct(Fields),
    /// An enum.
    Enum {
        /// Its public variants.
        variants: Vec<Variant>,
    },
    /// A union.
    Union,
}

/// One variant of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: Name,
    /// Its fields.
    pub fields: Fields,
    /// `#[non_exhaustive]` on the variant.
    pub is_non_exhaustive: bool,
}

/// The public fields of a struct or variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fields {
    /// None, and none can be written.
    Unit,
    /// By position. `None` where the field is private or hidden.
    Tuple(Vec<Option<Ty>>),
    /// By name.
    Named {
        /// Those that are public.
        fields: Vec<NamedField>,
        /// `true` if there are private or hidden ones besides.
        has_private: bool,
    },
}

/// A public named field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedField {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
}

/// A public constant or static: a value that can be had without a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Its path, unless it is associated: `std::f64::consts::PI`.
    pub path: Name,
    /// The last segment.
    pub name: Name,
    /// The crate that defines it.
    pub krate: Name,
    /// Its type; for a static, reading it copies, so only `Copy` types or references serve.
    pub ty: Ty,
    /// The impl it is written in, for an associated constant.
    pub impl_: Option<crate::ImplId>,
    /// `true` if it is a `static` (then it can only be borrowed).
    pub is_static: bool,
}
