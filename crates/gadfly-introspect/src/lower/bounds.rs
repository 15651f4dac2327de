//! Bounds, trait references and the traits of projections.

use gadfly_model::{Arg, Bound, FnBound, FnKind, Name, TraitRef, Ty};

use super::context::{Context, Reason};
use super::docs::FoundItem;
use super::scope::TypeScope;
use super::ty::{bare, bind, complete_std, lifetime_names};
use crate::rustdoc::{
    Binding, GenericArgs, GenericBound, GenericParamKind, Inner, Modifier, RustdocGenerics,
    RustdocPath, Term, Type, WherePredicate,
};
use crate::std_items;

impl Context<'_> {
    pub(super) fn bounds(
        &self,
        scope: &TypeScope<'_>,
        bounds: &[GenericBound],
        self_ty: &Ty,
    ) -> Result<Vec<Bound>, Reason> {
        let mut lowered = Vec::new();
        for bound in bounds {
            match bound {
                GenericBound::TraitBound { modifier: Modifier::Maybe, .. } => {
                    lowered.push(Bound::MaybeSized);
                }
                GenericBound::TraitBound { trait_, generic_params, .. } => {
                    let lifetimes = lifetime_names(generic_params);
                    lowered.push(self.trait_bound(scope, trait_, lifetimes, Some(self_ty))?);
                }
                GenericBound::Outlives(name) => lowered.push(Bound::Lifetime(bare(name))),
                GenericBound::Use(_) => {}
            }
        }
        Ok(lowered)
    }

    pub(super) fn trait_bound(
        &self,
        scope: &TypeScope<'_>,
        path: &RustdocPath,
        lifetimes: Vec<Name>,
        self_ty: Option<&Ty>,
    ) -> Result<Bound, Reason> {
        let trait_ = self.trait_ref(scope, path, self_ty)?;
        let Some(kind) = fn_kind(&trait_.path) else {
            return Ok(Bound::Trait { trait_, lifetimes });
        };
        let (inputs, output) = match path.args.as_deref() {
            Some(GenericArgs::Parenthesized { inputs, output }) => {
                let output = match output {
                    Some(output) => self.ty(scope, output)?,
                    None => Ty::unit(),
                };
                (self.tys(scope, inputs)?, output)
            }
            // `Fn<(A,), Output = B>`, as the compiler writes it itself.
            _ => match &trait_.args[..] {
                [Arg::Ty(Ty::Tuple(inputs))] => {
                    let output = trait_.assoc.iter().find(|(name, _)| **name == *"Output");
                    (inputs.clone(), output.map_or_else(Ty::unit, |(_, ty)| ty.clone()))
                }
                _ => return Ok(Bound::Trait { trait_, lifetimes }),
            },
        };
        Ok(Bound::Fn(FnBound { kind, lifetimes, inputs, output }))
    }

    /// A trait with all its arguments. `self_ty` is the type of the bound, if known.
    pub(super) fn trait_ref(
        &self,
        scope: &TypeScope<'_>,
        path: &RustdocPath,
        self_ty: Option<&Ty>,
    ) -> Result<TraitRef, Reason> {
        let mut trait_ = self.trait_arguments(scope, path, self_ty)?;
        if let Some(GenericArgs::AngleBracketed { constraints, .. }) = path.args.as_deref() {
            for constraint in constraints {
                let name = Name::from(constraint.name.as_str());
                match &constraint.binding {
                    Binding::Equality(Term::Type(ty)) => {
                        trait_.assoc.push((name, self.ty(scope, ty)?));
                    }
                    Binding::Equality(Term::Constant(_)) => {
                        return Err("an associated constant in a bound".to_owned());
                    }
                    Binding::Constraint(bounds) => {
                        let opaque = Ty::Param("Self".into());
                        trait_.assoc_bounds.push((name, self.bounds(scope, bounds, &opaque)?));
                    }
                }
            }
        }
        Ok(trait_)
    }

    /// The trait of `<self_type as trait>::Name`. rustdoc leaves its arguments out where the
    /// source has `T::Name`; they are those of the bound that makes `T::Name` meaningful.
    pub(super) fn projection_trait(
        &self,
        scope: &TypeScope<'_>,
        path: &RustdocPath,
        self_type: &Type,
        self_ty: &Ty,
    ) -> Result<TraitRef, Reason> {
        if path.args.is_some() || !path.path.is_empty() {
            return Ok(without_constraints(self.trait_ref(scope, path, Some(self_ty))?));
        }
        let bare_ref = self.trait_ref(scope, path, Some(self_ty))?;
        let is_self = matches!(self_type, Type::Generic(name) if name == "Self");
        if is_self
            && let Some(own) = &scope.self_trait
            && let Some(found) = self.super_trait(own, &bare_ref.path, self_ty, 0)
        {
            return Ok(without_constraints(found));
        }
        for bound in bounds_of(&scope.generics, self_type) {
            let GenericBound::TraitBound { trait_, .. } = bound else { continue };
            // A bound's arguments may hold projections that are found through the same bound.
            let Some(_guard) = self.descend() else { continue };
            let found = self.trait_arguments(scope, trait_, Some(self_ty))?;
            if let Some(found) = self.super_trait(&found, &bare_ref.path, self_ty, 0) {
                return Ok(found);
            }
        }
        Ok(bare_ref)
    }

    /// The trait called `wanted` among `trait_` and its supertraits, with its arguments.
    fn super_trait(
        &self,
        trait_: &TraitRef,
        wanted: &str,
        self_ty: &Ty,
        depth: usize,
    ) -> Option<TraitRef> {
        if *trait_.path == *wanted {
            return Some(trait_.clone());
        }
        if depth > 6 {
            return None;
        }
        if let Some(above) = std_items::supertrait_with_args(&trait_.path) {
            let above = TraitRef { args: trait_.args.clone(), ..TraitRef::plain(above) };
            return self.super_trait(&above, wanted, self_ty, depth + 1);
        }
        let FoundItem { doc, item } = self.docs.find(self.names.key(&trait_.path))?;
        let Inner::Trait(definition) = &item.inner else { return None };
        let scope = TypeScope::item(doc, &definition.generics);
        let mut binding = bind(&definition.generics, &trait_.args);
        binding.insert("Self".into(), Arg::Ty(self_ty.clone()));
        let on_self = Type::Generic("Self".to_owned());
        let on_self_ty = Ty::Param("Self".into());
        let in_where = bounds_of(&scope.generics, &on_self);
        for bound in definition.bounds.iter().chain(in_where) {
            let GenericBound::TraitBound { trait_, .. } = bound else { continue };
            let Some(_guard) = self.descend() else { continue };
            let Ok(above) = self.trait_arguments(&scope, trait_, Some(&on_self_ty)) else {
                continue;
            };
            let above = TraitRef { args: binding.args(&above.args), ..above };
            if let Some(found) = self.super_trait(&above, wanted, self_ty, depth + 1) {
                return Some(found);
            }
        }
        None
    }

    /// A trait with its arguments and without constraints.
    fn trait_arguments(
        &self,
        scope: &TypeScope<'_>,
        path: &RustdocPath,
        self_ty: Option<&Ty>,
    ) -> Result<TraitRef, Reason> {
        let key = self
            .docs
            .key(scope.doc, path.id)
            .ok_or_else(|| format!("trait `{}` is not described", path.path))?;
        self.mention(&key);
        let given = self.given_args(scope, path.args.as_deref())?;
        let name = self.names.spelling(&key).name;
        let args = if std_items::is_std(&key) {
            complete_std(&name, given, self_ty)
        } else {
            match self.docs.find(&key) {
                Some(FoundItem { doc, item }) => match item.generics() {
                    Some(generics) => self.complete(doc, generics, given, self_ty)?,
                    None => given,
                },
                None => given,
            }
        };
        Ok(TraitRef { path: name, args, assoc: Vec::new(), assoc_bounds: Vec::new() })
    }
}

/// The trait's closure kind, if it is one of those.
fn fn_kind(path: &str) -> Option<FnKind> {
    Some(match path {
        "std::ops::Fn" => FnKind::Fn,
        "std::ops::FnMut" => FnKind::FnMut,
        "std::ops::FnOnce" => FnKind::FnOnce,
        "std::ops::AsyncFn" => FnKind::AsyncFn,
        "std::ops::AsyncFnMut" => FnKind::AsyncFnMut,
        "std::ops::AsyncFnOnce" => FnKind::AsyncFnOnce,
        _ => return None,
    })
}

/// All bounds of `ty` in scope, the innermost first.
fn bounds_of<'a>(generics: &[&'a RustdocGenerics], ty: &Type) -> Vec<&'a GenericBound> {
    let mut found = Vec::new();
    for generics in generics.iter().rev() {
        for param in &generics.params {
            if let GenericParamKind::Type { bounds, .. } = &param.kind
                && matches!(ty, Type::Generic(name) if *name == param.name)
            {
                found.extend(bounds);
            }
        }
        for predicate in &generics.where_predicates {
            if let WherePredicate::Bound { ty: bounded, bounds, .. } = predicate
                && bounded == ty
            {
                found.extend(bounds);
            }
        }
    }
    found
}

fn without_constraints(trait_: TraitRef) -> TraitRef {
    TraitRef { assoc: Vec::new(), assoc_bounds: Vec::new(), ..trait_ }
}
