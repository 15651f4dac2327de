//! The plainest value of a type, for methods that have to return one.

use gadfly_model::rust_path::last;
use gadfly_model::{Adt, AdtKind, Fields, Name, Owner, Prim, TraitRef, Ty, raw_path};

use super::declare::is_self;
use crate::solve::std_traits::{TraitVerdict, type_args};
use crate::solve::trait_solver::TraitSolver;
use crate::types::subst::erase;

/// The depth to which values are put together.
const DEPTH: usize = 3;

/// The sources of values inside a method of a stub.
pub(super) struct StubValues<'a> {
    /// The model.
    pub solver: &'a TraitSolver<'a>,
    /// The type, as an expression that makes one.
    pub own: &'a str,
    /// The associated types.
    pub assoc_types: &'a [(Name, Ty)],
    /// The method's arguments, the receiver as `self`.
    pub arguments: &'a [(String, Ty)],
}

impl StubValues<'_> {
    /// A value, as an expression.
    pub(super) fn of(&self, ty: &Ty) -> Option<String> {
        self.at(ty, DEPTH)
    }

    fn at(&self, ty: &Ty, depth: usize) -> Option<String> {
        // An argument of the type may be handed back.
        if let Some((name, _)) = self.arguments.iter().find(|(_, given)| {
            erase(given) == erase(ty) && !ty.is_unit() && !matches!(ty, Ty::Prim(_))
        }) {
            return Some(name.clone());
        }
        if is_self(ty) {
            return Some(self.own.to_owned());
        }
        if depth == 0 {
            return None;
        }
        match ty {
            Ty::Prim(Prim::Bool) => Some("false".to_owned()),
            Ty::Prim(Prim::Char) => Some("'a'".to_owned()),
            Ty::Prim(prim) if prim.is_integer() => Some("0".to_owned()),
            Ty::Prim(prim) if prim.is_float() => Some("0.0".to_owned()),
            Ty::Ref { mutable, inner, .. } => self.reference(*mutable, inner),
            Ty::Tuple(items) => {
                let items: Option<Vec<String>> =
                    items.iter().map(|item| self.at(item, depth - 1)).collect();
                items.map(|items| match items.as_slice() {
                    [only] => format!("({only},)"),
                    all => format!("({})", all.join(", ")),
                })
            }
            Ty::Projection(projection) if is_self(&projection.self_ty) => {
                let (_, set) =
                    self.assoc_types.iter().find(|(name, _)| *name == projection.name)?;
                self.at(set, depth - 1)
            }
            Ty::Impl(bounds) => bounds.iter().find_map(|bound| match bound {
                gadfly_model::Bound::Trait { trait_, .. } if is_iterator(&trait_.path) => {
                    Some("std::iter::empty()".to_owned())
                }
                _ => None,
            }),
            Ty::Adt(path, args) if path.starts_with("std::") => {
                self.standard(ty, path, args, depth)
            }
            Ty::Adt(path, _) => self.nominal(ty, path, depth),
            _ => None,
        }
    }

    fn reference(&self, mutable: bool, inner: &Ty) -> Option<String> {
        match inner {
            Ty::Prim(Prim::Str) if !mutable => Some("\"\"".to_owned()),
            Ty::Slice(_) => Some(if mutable { "&mut []" } else { "&[]" }.to_owned()),
            _ => None,
        }
    }

    fn standard(
        &self,
        ty: &Ty,
        path: &str,
        args: &[gadfly_model::Arg],
        depth: usize,
    ) -> Option<String> {
        let inner = |index: usize| self.at(type_args(args).get(index)?, depth - 1);
        match last(path) {
            "String" => Some("String::new()".to_owned()),
            "Vec" => Some("Vec::new()".to_owned()),
            "Option" => Some("None".to_owned()),
            "Result" => inner(0)
                .map(|value| format!("Ok({value})"))
                .or_else(|| inner(1).map(|value| format!("Err({value})"))),
            "Box" => inner(0).map(|value| format!("Box::new({value})")),
            "ControlFlow" => {
                inner(1).map(|value| format!("std::ops::ControlFlow::Continue({value})"))
            }
            "Ordering" if path.starts_with("std::cmp") => {
                Some("std::cmp::Ordering::Equal".to_owned())
            }
            "Error" if path.starts_with("std::fmt") => Some("std::fmt::Error".to_owned()),
            _ => self.default_of(ty),
        }
    }

    /// A type of the subject's or of a dependency's.
    fn nominal(&self, ty: &Ty, path: &Name, depth: usize) -> Option<String> {
        let adt = self.solver.model.adts.get(path).filter(|adt| adt.is_nameable)?;
        self.default_of(ty).or_else(|| self.literal(adt, depth)).or_else(|| self.made(ty))
    }

    fn default_of(&self, ty: &Ty) -> Option<String> {
        let default = TraitRef::plain("std::default::Default");
        let is_known =
            !ty.has_params() && self.solver.judge(&erase(ty), &default) == TraitVerdict::Yes;
        is_known.then(|| "Default::default()".to_owned())
    }

    fn literal(&self, adt: &Adt, depth: usize) -> Option<String> {
        if adt.generics.is_generic() {
            return None;
        }
        match &adt.kind {
            AdtKind::Struct(fields) if !adt.is_non_exhaustive => {
                self.filled(&adt.path, fields, depth)
            }
            AdtKind::Enum { variants } => {
                variants.iter().filter(|variant| !variant.is_non_exhaustive).find_map(|variant| {
                    let path = format!("{}::{}", adt.path, variant.name);
                    self.filled(&path, &variant.fields, depth)
                })
            }
            _ => None,
        }
    }

    fn filled(&self, path: &str, fields: &Fields, depth: usize) -> Option<String> {
        let path = raw_path(path);
        match fields {
            Fields::Unit => Some(path.into_owned()),
            Fields::Tuple(items) => {
                let items: Option<Vec<String>> =
                    items.iter().map(|item| self.at(item.as_ref()?, depth - 1)).collect();
                Some(format!("{path}({})", items?.join(", ")))
            }
            Fields::Named { fields, has_private: false } => {
                let fields: Option<Vec<String>> = fields
                    .iter()
                    .map(|field| {
                        Some(format!("{}: {}", field.name, self.at(&field.ty, depth - 1)?))
                    })
                    .collect();
                Some(format!("{path} {{ {} }}", fields?.join(", ")))
            }
            Fields::Named { .. } => None,
        }
    }

    /// A call of a function that makes one out of nothing.
    fn made(&self, ty: &Ty) -> Option<String> {
        let model = self.solver.model;
        let function = model.functions.iter().find(|function| {
            function.inputs.is_empty()
                && !function.is_unsafe
                && !function.is_async
                && !function.generics.is_generic()
                && matches!(function.owner, Owner::Module | Owner::Inherent(_))
                && erase(&function.output) == erase(ty)
        })?;
        Some(format!("{}()", raw_path(&function.path)))
    }
}

fn is_iterator(path: &str) -> bool {
    matches!(path, "std::iter::Iterator" | "std::iter::DoubleEndedIterator")
}
