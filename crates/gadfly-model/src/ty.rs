//! Types as signatures write them, and as the compiler prints them back.

use serde::{Deserialize, Serialize};

use crate::{Bound, FnBound, Name, TraitRef};

/// A type, possibly with generic parameters in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ty {
    /// `bool`, `u8`, `str`, `!`, …
    Prim(Prim),
    /// A struct, enum or union with its generic arguments (defaults filled in).
    Adt(Name, Vec<Arg>),
    /// A generic parameter; `Self` inside a trait.
    Param(Name),
    /// `&T` and `&mut T`.
    Ref {
        /// `true` if it is `&mut`.
        mutable: bool,
        /// The lifetime as written, without the apostrophe; `None` where it was left out.
        lifetime: Option<Name>,
        /// The type that it refers to.
        inner: Box<Ty>,
    },
    /// `*const T` and `*mut T`.
    Ptr {
        /// `true` if it is `*mut`.
        mutable: bool,
        /// The type that it points to.
        inner: Box<Ty>,
    },
    /// Tuples; the empty one is `()`.
    Tuple(Vec<Ty>),
    /// `[T]`.
    Slice(Box<Ty>),
    /// `[T; N]`.
    Array(Box<Ty>, Const),
    /// A function pointer.
    FnPointer(Box<FnPointer>),
    /// `dyn A + B + 'a`.
    Dyn(Vec<Bound>),
    /// `impl A + B` in return position. (In argument position it is a generic parameter.)
    Impl(Vec<Bound>),
    /// `<T as Trait>::Name`.
    Projection(Box<Projection>),
    /// A type without a name that can be written, as the compiler printed it.
    Unnameable(Name),
}

/// A generic argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Arg {
    /// A lifetime, without the apostrophe.
    Lifetime(Name),
    /// A type.
    Ty(Ty),
    /// A constant.
    Const(Const),
}

/// A constant in a type: a literal, a path, or the name of a const parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Const {
    /// The name of a const parameter.
    Param(Name),
    /// Anything else, as source.
    Expr(Name),
}

/// `for<'a> unsafe extern "C" fn(A) -> B`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FnPointer {
    /// Lifetimes bound by `for<…>`.
    pub lifetimes: Vec<Name>,
    /// Argument types.
    pub inputs: Vec<Ty>,
    /// Result type, `()` when none is written.
    pub output: Ty,
    /// `true` if it is `unsafe`.
    pub is_unsafe: bool,
    /// The ABI when it is not Rust's.
    pub abi: Option<Name>,
}

/// `<self_ty as trait_>::name<args>`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Projection {
    /// The implementing type.
    pub self_ty: Ty,
    /// The trait; `None` for an inherent associated type.
    pub trait_: Option<TraitRef>,
    /// The associated type.
    pub name: Name,
    /// Arguments of a generic associated type.
    pub args: Vec<Arg>,
}

/// The types that are built into the language.
#[expect(missing_docs, reason = "each variant is the type of that name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Prim {
    Bool,
    Char,
    Str,
    Never,
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
    F16,
    F32,
    F64,
    F128,
}

impl Prim {
    const TABLE: &'static [(Prim, &'static str)] = &[
        (Prim::Bool, "bool"),
        (Prim::Char, "char"),
        (Prim::Str, "str"),
        (Prim::Never, "!"),
        (Prim::I8, "i8"),
        (Prim::I16, "i16"),
        (Prim::I32, "i32"),
        (Prim::I64, "i64"),
        (Prim::I128, "i128"),
        (Prim::Isize, "isize"),
        (Prim::U8, "u8"),
        (Prim::U16, "u16"),
        (Prim::U32, "u32"),
        (Prim::U64, "u64"),
        (Prim::U128, "u128"),
        (Prim::Usize, "usize"),
        (Prim::F16, "f16"),
        (Prim::F32, "f32"),
        (Prim::F64, "f64"),
        (Prim::F128, "f128"),
    ];

    /// The primitive of that name (`never` is what rustdoc calls `!`).
    pub fn from_name(name: &str) -> Option<Prim> {
        let name = if name == "never" { "!" } else { name };
        Self::TABLE.iter().find(|(_, n)| *n == name).map(|(prim, _)| *prim)
    }

    /// Its name in source.
    pub fn name(self) -> &'static str {
        Self::TABLE.iter().find(|(prim, _)| *prim == self).map_or("!", |(_, name)| name)
    }

    /// Returns whether it is an integer type.
    pub fn is_integer(self) -> bool {
        (Prim::I8..=Prim::Usize).contains(&self)
    }

    /// Returns whether it is a float type.
    pub fn is_float(self) -> bool {
        (Prim::F16..=Prim::F128).contains(&self)
    }
}

impl Ty {
    /// `()`.
    pub fn unit() -> Ty {
        Ty::Tuple(Vec::new())
    }

    /// `&inner`, with no lifetime written.
    pub fn shared(inner: Ty) -> Ty {
        Ty::Ref { mutable: false, lifetime: None, inner: Box::new(inner) }
    }

    /// `&mut inner`, with no lifetime written.
    pub fn exclusive(inner: Ty) -> Ty {
        Ty::Ref { mutable: true, lifetime: None, inner: Box::new(inner) }
    }

    /// A nominal type with type arguments only.
    pub fn adt(path: &str, args: impl IntoIterator<Item = Ty>) -> Ty {
        Ty::Adt(path.into(), args.into_iter().map(Arg::Ty).collect())
    }

    /// Returns whether it is `()`.
    pub fn is_unit(&self) -> bool {
        matches!(self, Ty::Tuple(items) if items.is_empty())
    }

    /// Calls `visit` on this type and everything inside it, outermost first; `visit` returns
    /// whether to go on inside.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Ty) -> bool) {
        if !visit(self) {
            return;
        }
        match self {
            Ty::Prim(_) | Ty::Param(_) | Ty::Unnameable(_) => {}
            Ty::Adt(_, args) => walk_args(args, visit),
            Ty::Ref { inner, .. } | Ty::Ptr { inner, .. } => inner.walk(visit),
            Ty::Slice(inner) | Ty::Array(inner, _) => inner.walk(visit),
            Ty::Tuple(items) => items.iter().for_each(|item| item.walk(visit)),
            Ty::FnPointer(pointer) => {
                pointer.inputs.iter().for_each(|input| input.walk(visit));
                pointer.output.walk(visit);
            }
            Ty::Dyn(bounds) | Ty::Impl(bounds) => {
                bounds.iter().for_each(|bound| bound.walk(visit));
            }
            Ty::Projection(projection) => {
                projection.self_ty.walk(visit);
                if let Some(trait_) = &projection.trait_ {
                    walk_args(&trait_.args, visit);
                }
                walk_args(&projection.args, visit);
            }
        }
    }

    /// Returns whether any part satisfies `test`.
    pub fn any(&self, test: &mut dyn FnMut(&Ty) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |ty| {
            found = found || test(ty);
            !found
        });
        found
    }

    /// Returns whether a generic parameter occurs in it (type or const).
    pub fn has_params(&self) -> bool {
        self.any(&mut |ty| match ty {
            Ty::Param(_) => true,
            Ty::Array(_, Const::Param(_)) => true,
            Ty::Adt(_, args) => args.iter().any(|arg| matches!(arg, Arg::Const(Const::Param(_)))),
            _ => false,
        })
    }

    /// Rebuilds the type, replacing each part for which `replace` answers.
    pub fn map(&self, replace: &dyn Fn(&Ty) -> Option<Ty>) -> Ty {
        if let Some(replaced) = replace(self) {
            return replaced;
        }
        match self {
            Ty::Prim(_) | Ty::Param(_) | Ty::Unnameable(_) => self.clone(),
            Ty::Adt(path, args) => Ty::Adt(path.clone(), map_args(args, replace)),
            Ty::Ref { mutable, lifetime, inner } => Ty::Ref {
                mutable: *mutable,
                lifetime: lifetime.clone(),
                inner: Box::new(inner.map(replace)),
            },
            Ty::Ptr { mutable, inner } => {
                Ty::Ptr { mutable: *mutable, inner: Box::new(inner.map(replace)) }
            }
            Ty::Slice(inner) => Ty::Slice(Box::new(inner.map(replace))),
            Ty::Array(inner, len) => Ty::Array(Box::new(inner.map(replace)), len.clone()),
            Ty::Tuple(items) => Ty::Tuple(items.iter().map(|item| item.map(replace)).collect()),
            Ty::FnPointer(pointer) => Ty::FnPointer(Box::new(FnPointer {
                inputs: pointer.inputs.iter().map(|input| input.map(replace)).collect(),
                output: pointer.output.map(replace),
                ..(**pointer).clone()
            })),
            Ty::Dyn(bounds) => Ty::Dyn(bounds.iter().map(|bound| bound.map(replace)).collect()),
            Ty::Impl(bounds) => Ty::Impl(bounds.iter().map(|bound| bound.map(replace)).collect()),
            Ty::Projection(projection) => Ty::Projection(Box::new(Projection {
                self_ty: projection.self_ty.map(replace),
                trait_: projection.trait_.as_ref().map(|trait_| trait_.map(replace)),
                name: projection.name.clone(),
                args: map_args(&projection.args, replace),
            })),
        }
    }

    /// The depth to which types are nested in it; a type without arguments has depth 1.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut below = |ty: &Ty| deepest = deepest.max(ty.depth());
        match self {
            Ty::Adt(_, args) => args.iter().for_each(|arg| {
                if let Arg::Ty(ty) = arg {
                    below(ty);
                }
            }),
            Ty::Ref { inner, .. } | Ty::Ptr { inner, .. } => below(inner),
            Ty::Slice(inner) | Ty::Array(inner, _) => below(inner),
            Ty::Tuple(items) => items.iter().for_each(below),
            Ty::FnPointer(pointer) => {
                pointer.inputs.iter().for_each(&mut below);
                below(&pointer.output);
            }
            Ty::Projection(projection) => below(&projection.self_ty),
            Ty::Prim(_) | Ty::Param(_) | Ty::Dyn(_) | Ty::Impl(_) | Ty::Unnameable(_) => {}
        }
        deepest + 1
    }
}

impl FnBound {
    /// Rebuilds the bound, replacing types for which `replace` answers.
    pub fn map(&self, replace: &dyn Fn(&Ty) -> Option<Ty>) -> FnBound {
        FnBound {
            kind: self.kind,
            lifetimes: self.lifetimes.clone(),
            inputs: self.inputs.iter().map(|input| input.map(replace)).collect(),
            output: self.output.map(replace),
        }
    }
}

impl TraitRef {
    /// Rebuilds the reference, replacing types for which `replace` answers.
    pub fn map(&self, replace: &dyn Fn(&Ty) -> Option<Ty>) -> TraitRef {
        TraitRef {
            path: self.path.clone(),
            args: map_args(&self.args, replace),
            assoc: self.assoc.iter().map(|(n, ty)| (n.clone(), ty.map(replace))).collect(),
            assoc_bounds: self
                .assoc_bounds
                .iter()
                .map(|(n, bounds)| (n.clone(), bounds.iter().map(|b| b.map(replace)).collect()))
                .collect(),
        }
    }
}

impl Bound {
    /// Rebuilds the bound, replacing types for which `replace` answers.
    pub fn map(&self, replace: &dyn Fn(&Ty) -> Option<Ty>) -> Bound {
        match self {
            Bound::Trait { trait_, lifetimes } => {
                Bound::Trait { trait_: trait_.map(replace), lifetimes: lifetimes.clone() }
            }
            Bound::Fn(bound) => Bound::Fn(bound.map(replace)),
            Bound::MaybeSized | Bound::Lifetime(_) => self.clone(),
        }
    }

    /// [`Ty::walk`] over the types in the bound.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Ty) -> bool) {
        match self {
            Bound::Trait { trait_, .. } => {
                walk_args(&trait_.args, visit);
                trait_.assoc.iter().for_each(|(_, ty)| ty.walk(visit));
                for (_, bounds) in &trait_.assoc_bounds {
                    bounds.iter().for_each(|bound| bound.walk(visit));
                }
            }
            Bound::Fn(bound) => {
                bound.inputs.iter().for_each(|input| input.walk(visit));
                bound.output.walk(visit);
            }
            Bound::MaybeSized | Bound::Lifetime(_) => {}
        }
    }
}

fn walk_args<'a>(args: &'a [Arg], visit: &mut dyn FnMut(&'a Ty) -> bool) {
    for arg in args {
        if let Arg::Ty(ty) = arg {
            ty.walk(visit);
        }
    }
}

fn map_args(args: &[Arg], replace: &dyn Fn(&Ty) -> Option<Ty>) -> Vec<Arg> {
    args.iter()
        .map(|arg| match arg {
            Arg::Ty(ty) => Arg::Ty(ty.map(replace)),
            other => other.clone(),
        })
        .collect()
}
