//! rustdoc's JSON, formats 57 to 61: the parts that are used here.
//!
//! The formats differ only by fields that are of no interest here (stability), so one set of
//! types reads them all: unknown fields are ignored and unknown attributes are kept apart.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;

/// The formats that can be read.
pub(crate) const FORMATS: std::ops::RangeInclusive<u32> = 57..=61;

/// Identifies an item within one crate's document.
pub(crate) type ItemId = u32;

/// A documented crate.
#[derive(Debug, Deserialize)]
pub(crate) struct Crate {
    pub(crate) root: ItemId,
    pub(crate) index: BTreeMap<ItemId, Item>,
    pub(crate) paths: BTreeMap<ItemId, ItemSummary>,
}

/// The definition of an item of any crate.
#[derive(Debug, Deserialize)]
pub(crate) struct ItemSummary {
    pub(crate) crate_id: u32,
    pub(crate) path: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Item {
    pub(crate) id: ItemId,
    pub(crate) crate_id: u32,
    pub(crate) name: Option<String>,
    pub(crate) span: Option<RustdocSpan>,
    pub(crate) visibility: Visibility,
    pub(crate) docs: Option<String>,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) deprecation: Option<IgnoredAny>,
    pub(crate) inner: Inner,
}

#[derive(Debug, Deserialize)]
pub(crate) struct RustdocSpan {
    pub(crate) filename: String,
    pub(crate) begin: (usize, usize),
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Visibility {
    Public,
    Default,
    Crate,
    Restricted(IgnoredAnyEq),
}

/// A value whose content is ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct IgnoredAnyEq(IgnoredAny);

impl PartialEq for IgnoredAnyEq {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for IgnoredAnyEq {}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Attribute {
    Named(String),
    Other { other: String },
    Unknown(IgnoredAny),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Inner {
    Module(Module),
    ExternCrate {
        name: String,
        rename: Option<String>,
    },
    Use(Use),
    Union(Union),
    Struct(Struct),
    StructField(Type),
    Enum(Enum),
    Variant(RustdocVariant),
    Function(RustdocFunction),
    Trait(RustdocTrait),
    TraitAlias(IgnoredAny),
    Impl(RustdocImpl),
    TypeAlias(TypeAlias),
    Constant {
        #[serde(rename = "type")]
        ty: Type,
    },
    Static(Static),
    ExternType,
    Macro(IgnoredAny),
    ProcMacro(IgnoredAny),
    Primitive(IgnoredAny),
    AssocConst {
        #[serde(rename = "type")]
        ty: Type,
        value: Option<String>,
    },
    AssocType {
        generics: RustdocGenerics,
        bounds: Vec<GenericBound>,
        #[serde(rename = "type")]
        ty: Option<Type>,
    },
}

#[derive(Debug, Deserialize)]
pub(crate) struct Module {
    pub(crate) items: Vec<ItemId>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Use {
    pub(crate) name: String,
    pub(crate) id: Option<ItemId>,
    pub(crate) is_glob: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Union {
    pub(crate) generics: RustdocGenerics,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Struct {
    pub(crate) kind: StructKind,
    pub(crate) generics: RustdocGenerics,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StructKind {
    Unit,
    Tuple(Vec<Option<ItemId>>),
    Plain { fields: Vec<ItemId>, has_stripped_fields: bool },
}

#[derive(Debug, Deserialize)]
pub(crate) struct Enum {
    pub(crate) generics: RustdocGenerics,
    pub(crate) variants: Vec<ItemId>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct RustdocVariant {
    pub(crate) kind: VariantKind,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VariantKind {
    Plain,
    Tuple(Vec<Option<ItemId>>),
    Struct { fields: Vec<ItemId>, has_stripped_fields: bool },
}

#[derive(Debug, Deserialize)]
pub(crate) struct RustdocFunction {
    pub(crate) sig: RustdocSignature,
    pub(crate) generics: RustdocGenerics,
    pub(crate) header: Header,
    pub(crate) has_body: bool,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct RustdocSignature {
    pub(crate) inputs: Vec<(String, Type)>,
    pub(crate) output: Option<Type>,
    pub(crate) is_c_variadic: bool,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Header {
    pub(crate) is_const: bool,
    pub(crate) is_unsafe: bool,
    pub(crate) is_async: bool,
    pub(crate) abi: Abi,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Abi {
    Rust,
    C { unwind: bool },
    Cdecl { unwind: bool },
    Stdcall { unwind: bool },
    Fastcall { unwind: bool },
    Aapcs { unwind: bool },
    Win64 { unwind: bool },
    SysV64 { unwind: bool },
    System { unwind: bool },
    Other(String),
}

#[derive(Debug, Deserialize)]
pub(crate) struct RustdocTrait {
    pub(crate) is_unsafe: bool,
    pub(crate) is_dyn_compatible: bool,
    pub(crate) items: Vec<ItemId>,
    pub(crate) generics: RustdocGenerics,
    pub(crate) bounds: Vec<GenericBound>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct RustdocImpl {
    pub(crate) generics: RustdocGenerics,
    #[serde(rename = "trait")]
    pub(crate) trait_: Option<RustdocPath>,
    #[serde(rename = "for")]
    pub(crate) for_: Type,
    pub(crate) items: Vec<ItemId>,
    pub(crate) is_negative: bool,
    pub(crate) is_synthetic: bool,
    pub(crate) blanket_impl: Option<Type>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct TypeAlias {
    #[serde(rename = "type")]
    pub(crate) ty: Type,
    pub(crate) generics: RustdocGenerics,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Static {
    #[serde(rename = "type")]
    pub(crate) ty: Type,
    pub(crate) is_mutable: bool,
    pub(crate) is_unsafe: bool,
}

#[derive(Debug, PartialEq, Eq, Default, Deserialize)]
pub(crate) struct RustdocGenerics {
    pub(crate) params: Vec<GenericParam>,
    pub(crate) where_predicates: Vec<WherePredicate>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct GenericParam {
    pub(crate) name: String,
    pub(crate) kind: GenericParamKind,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GenericParamKind {
    Lifetime {
        outlives: Vec<String>,
    },
    Type {
        bounds: Vec<GenericBound>,
        default: Option<Type>,
        is_synthetic: bool,
    },
    Const {
        #[serde(rename = "type")]
        ty: Type,
        default: Option<String>,
    },
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum WherePredicate {
    #[serde(rename = "bound_predicate")]
    Bound {
        #[serde(rename = "type")]
        ty: Type,
        bounds: Vec<GenericBound>,
        generic_params: Vec<GenericParam>,
    },
    #[serde(rename = "lifetime_predicate")]
    Lifetime { lifetime: String, outlives: Vec<String> },
    #[serde(rename = "eq_predicate")]
    Equal { lhs: Type, rhs: Term },
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GenericBound {
    TraitBound {
        #[serde(rename = "trait")]
        trait_: RustdocPath,
        generic_params: Vec<GenericParam>,
        modifier: Modifier,
    },
    Outlives(String),
    Use(IgnoredAnyEq),
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Modifier {
    None,
    Maybe,
    MaybeConst,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Term {
    Type(Type),
    Constant(RustdocConstant),
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct RustdocConstant {
    pub(crate) expr: String,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Type {
    ResolvedPath(RustdocPath),
    DynTrait(DynTrait),
    Generic(String),
    Primitive(String),
    FunctionPointer(Box<FunctionPointer>),
    Tuple(Vec<Type>),
    Slice(Box<Type>),
    Array {
        #[serde(rename = "type")]
        ty: Box<Type>,
        len: String,
    },
    Pat(IgnoredAnyEq),
    ImplTrait(Vec<GenericBound>),
    Infer,
    RawPointer {
        is_mutable: bool,
        #[serde(rename = "type")]
        ty: Box<Type>,
    },
    BorrowedRef {
        lifetime: Option<String>,
        is_mutable: bool,
        #[serde(rename = "type")]
        ty: Box<Type>,
    },
    QualifiedPath {
        name: String,
        args: Option<Box<GenericArgs>>,
        self_type: Box<Type>,
        #[serde(rename = "trait")]
        trait_: Option<RustdocPath>,
    },
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct RustdocPath {
    /// As written in the source; empty where rustdoc inferred the trait of a projection.
    pub(crate) path: String,
    pub(crate) id: ItemId,
    pub(crate) args: Option<Box<GenericArgs>>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct DynTrait {
    pub(crate) traits: Vec<PolyTrait>,
    pub(crate) lifetime: Option<String>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct PolyTrait {
    #[serde(rename = "trait")]
    pub(crate) trait_: RustdocPath,
    pub(crate) generic_params: Vec<GenericParam>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct FunctionPointer {
    pub(crate) sig: RustdocSignature,
    pub(crate) generic_params: Vec<GenericParam>,
    pub(crate) header: Header,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GenericArgs {
    AngleBracketed { args: Vec<GenericArg>, constraints: Vec<Constraint> },
    Parenthesized { inputs: Vec<Type>, output: Option<Type> },
    ReturnTypeNotation,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GenericArg {
    Lifetime(String),
    Type(Type),
    Const(RustdocConstant),
    Infer,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Constraint {
    pub(crate) name: String,
    pub(crate) binding: Binding,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Binding {
    Equality(Term),
    Constraint(Vec<GenericBound>),
}

impl Item {
    pub(crate) fn is_public(&self) -> bool {
        self.visibility == Visibility::Public
    }

    /// `#[doc(hidden)]`.
    pub(crate) fn is_hidden(&self) -> bool {
        self.has_attribute(|text| {
            text.strip_prefix("#[doc(").is_some_and(|inside| {
                inside.trim_end_matches(")]").split(',').any(|part| part.trim() == "hidden")
            })
        })
    }

    pub(crate) fn is_non_exhaustive(&self) -> bool {
        self.attrs.iter().any(|attr| matches!(attr, Attribute::Named(n) if n == "non_exhaustive"))
            || self.has_attribute(|text| text == "#[non_exhaustive]")
    }

    pub(crate) fn tracks_caller(&self) -> bool {
        self.has_attribute(|text| text.contains("TrackCaller") || text == "#[track_caller]")
    }

    fn has_attribute(&self, test: impl Fn(&str) -> bool) -> bool {
        self.attrs.iter().any(|attr| matches!(attr, Attribute::Other { other } if test(other)))
    }

    /// The item's generics, if it is a type, alias or trait.
    pub(crate) fn generics(&self) -> Option<&RustdocGenerics> {
        match &self.inner {
            Inner::Struct(item) => Some(&item.generics),
            Inner::Enum(item) => Some(&item.generics),
            Inner::Union(item) => Some(&item.generics),
            Inner::TypeAlias(item) => Some(&item.generics),
            Inner::Trait(item) => Some(&item.generics),
            _ => None,
        }
    }
}

impl Abi {
    /// As it is written after `extern`; `None` for Rust's own.
    pub(crate) fn name(&self) -> Option<String> {
        let (name, unwind) = match self {
            Abi::Rust => return None,
            Abi::C { unwind } => ("C", unwind),
            Abi::Cdecl { unwind } => ("cdecl", unwind),
            Abi::Stdcall { unwind } => ("stdcall", unwind),
            Abi::Fastcall { unwind } => ("fastcall", unwind),
            Abi::Aapcs { unwind } => ("aapcs", unwind),
            Abi::Win64 { unwind } => ("win64", unwind),
            Abi::SysV64 { unwind } => ("sysv64", unwind),
            Abi::System { unwind } => ("system", unwind),
            Abi::Other(name) => return Some(name.trim_matches('"').to_owned()),
        };
        Some(if *unwind { format!("{name}-unwind") } else { name.to_owned() })
    }
}
