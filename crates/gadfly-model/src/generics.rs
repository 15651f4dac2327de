//! Generic parameters and what is asked of them.

use serde::{Deserialize, Serialize};

use crate::{Arg, Name, Ty};

/// Parameters and predicates of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Generics {
    /// Parameters in declaration order.
    pub params: Vec<Param>,
    /// The `where` clause. Bounds written at a parameter stay with the parameter.
    pub predicates: Vec<Predicate>,
}

/// One generic parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name, without the apostrophe for lifetimes.
    pub name: Name,
    /// Its kind.
    pub kind: ParamKind,
}

/// Lifetime, type or constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// `'a`, with what it outlives.
    Lifetime {
        /// Lifetimes it outlives.
        outlives: Vec<Name>,
    },
    /// `T: Bounds = Default`.
    Type {
        /// Bounds written at the parameter.
        bounds: Vec<Bound>,
        /// Its default.
        default: Option<Ty>,
        /// `true` if it stands for an `impl Trait` argument, so that callers cannot name it.
        synthetic: bool,
    },
    /// `const N: usize = 3`.
    Const {
        /// Its type.
        ty: Ty,
        /// Its default, as source.
        default: Option<Name>,
    },
}

/// One clause of a `where`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// `for<'a> T: A + B`.
    Bound {
        /// Lifetimes bound by `for<…>`.
        lifetimes: Vec<Name>,
        /// The type that is bounded.
        ty: Ty,
        /// Its bounds.
        bounds: Vec<Bound>,
    },
    /// `'a: 'b + 'c`.
    Outlives {
        /// The longer lifetime.
        lifetime: Name,
        /// The lifetimes that it outlives.
        outlives: Vec<Name>,
    },
    /// `T == U` as rustdoc renders an equality of associated types.
    Equal {
        /// Left side.
        left: Ty,
        /// Right side.
        right: Ty,
    },
}

/// Something asked of a type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// `for<'a> Trait<Args, Name = Ty>`.
    Trait {
        /// The trait with its arguments.
        trait_: TraitRef,
        /// Lifetimes bound by `for<…>`.
        lifetimes: Vec<Name>,
    },
    /// `Fn(A) -> B` and its relatives.
    Fn(FnBound),
    /// `?Sized`.
    MaybeSized,
    /// `'a`.
    Lifetime(Name),
}

/// A trait with arguments and constraints on its associated types.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TraitRef {
    /// The trait.
    pub path: Name,
    /// Its arguments.
    pub args: Vec<Arg>,
    /// `Name = Ty` constraints.
    pub assoc: Vec<(Name, Ty)>,
    /// `Name: Bounds` constraints.
    pub assoc_bounds: Vec<(Name, Vec<Bound>)>,
}

/// `FnMut(A, B) -> C`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FnBound {
    /// Which of the three traits (or its async sibling).
    pub kind: FnKind,
    /// Lifetimes bound by `for<…>`.
    pub lifetimes: Vec<Name>,
    /// Argument types.
    pub inputs: Vec<Ty>,
    /// Result type, `()` when none is written.
    pub output: Ty,
}

/// Which closure trait.
#[expect(missing_docs, reason = "each variant is the trait of that name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FnKind {
    Fn,
    FnMut,
    FnOnce,
    AsyncFn,
    AsyncFnMut,
    AsyncFnOnce,
}

impl TraitRef {
    /// A trait with neither arguments nor constraints.
    pub fn plain(path: &str) -> TraitRef {
        TraitRef {
            path: path.into(),
            args: Vec::new(),
            assoc: Vec::new(),
            assoc_bounds: Vec::new(),
        }
    }
}

impl Generics {
    /// Names of the type parameters.
    pub fn type_params(&self) -> impl Iterator<Item = &Param> {
        self.params.iter().filter(|param| matches!(param.kind, ParamKind::Type { .. }))
    }

    /// Returns whether there is a type or const parameter.
    pub fn is_generic(&self) -> bool {
        self.params.iter().any(|param| !matches!(param.kind, ParamKind::Lifetime { .. }))
    }

    /// All bounds as (type, bound): those at parameters first, then the `where` clause.
    pub fn bounds(&self) -> Vec<(Ty, &Bound)> {
        let mut all = Vec::new();
        for param in &self.params {
            if let ParamKind::Type { bounds, .. } = &param.kind {
                all.extend(bounds.iter().map(|bound| (Ty::Param(param.name.clone()), bound)));
            }
        }
        for predicate in &self.predicates {
            if let Predicate::Bound { ty, bounds, .. } = predicate {
                all.extend(bounds.iter().map(|bound| (ty.clone(), bound)));
            }
        }
        all
    }
}
