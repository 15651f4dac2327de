//! The model with indices: which impls there are of a trait, and what follows from them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use gadfly_model::rust_path;
use gadfly_model::{Arg, Bound, Generics, ImplId, Model, Name, Predicate, TraitRef, Ty};

use super::conversions;
use super::std_traits::{self, TraitVerdict};
use crate::types::subst::{Subst, erase, has_projection, unify, unify_args};

/// The number of impls through which a bound is followed.
const DEPTH: usize = 4;

/// The number of impls through which an associated type is followed: adaptors hand theirs on.
const NORMALISE_DEPTH: usize = 7;

/// The model, indexed.
pub struct TraitSolver<'m> {
    /// The model itself.
    pub model: &'m Model,
    tracks: bool,
    /// Why no type was made up for a trait that nothing implements.
    obstacles: BTreeMap<Name, String>,
    impls_of: BTreeMap<Name, Vec<ImplId>>,
    /// Closed questions answered before, by a hash of the question: types are large keys.
    judged: RefCell<HashMap<u128, TraitVerdict>>,
}

impl<'m> TraitSolver<'m> {
    /// Indexes a model.
    pub fn new(model: &'m Model) -> Self {
        let mut impls_of: BTreeMap<Name, Vec<ImplId>> = BTreeMap::new();
        for (id, impl_) in model.impls.iter().enumerate() {
            if let Some(trait_) = &impl_.trait_
                && !impl_.is_negative
            {
                impls_of.entry(trait_.path.clone()).or_default().push(id);
            }
        }
        let obstacles = BTreeMap::new();
        TraitSolver { model, tracks: false, obstacles, impls_of, judged: RefCell::default() }
    }

    /// The same, with parameters that may stand for the type that notices what becomes of its values.
    pub fn tracking(self, tracks: bool) -> Self {
        TraitSolver { tracks, ..self }
    }

    /// The same, where it is known why nothing implements some traits.
    pub fn with_obstacles(self, obstacles: BTreeMap<Name, String>) -> Self {
        TraitSolver { obstacles, ..self }
    }

    /// Why nothing implements a trait.
    pub fn obstacle(&self, trait_path: &str) -> Option<&str> {
        self.obstacles.get(trait_path).map(String::as_str)
    }

    /// Returns whether parameters may stand for that type.
    pub fn tracks(&self) -> bool {
        self.tracks
    }

    /// Impls of a trait, in the model's order.
    pub fn impls_of(&self, trait_path: &str) -> &[ImplId] {
        self.impls_of.get(trait_path).map_or(&[], Vec::as_slice)
    }

    /// Returns whether the trait's impls are known: it is the subject's, or a dependency's of which
    /// some are listed.
    pub fn is_modelled_trait(&self, trait_path: &str) -> bool {
        self.model.traits.get(trait_path).is_some_and(|trait_| {
            self.model.is_local(&trait_.krate) || self.impls_of.contains_key(trait_path)
        })
    }

    /// Returns whether a type's own impls are all known.
    fn is_modelled_type(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Adt(path, _) => self.model.adts.contains_key(path),
            Ty::Ref { inner, .. } => self.is_modelled_type(inner),
            _ => false,
        }
    }

    /// References to dependencies' types: impls for them are not all listed.
    fn is_borrowed_foreign(&self, ty: &Ty) -> bool {
        let Ty::Ref { inner, .. } = ty else { return false };
        let Ty::Adt(path, _) = &**inner else { return false };
        self.model.adts.get(path).is_some_and(|adt| !self.model.is_local(&adt.krate))
    }

    /// Returns whether a closed type implements a closed trait reference.
    pub fn judge(&self, ty: &Ty, trait_: &TraitRef) -> TraitVerdict {
        self.judge_at(ty, trait_, DEPTH)
    }

    fn judge_at(&self, ty: &Ty, trait_: &TraitRef, depth: usize) -> TraitVerdict {
        let key = question(depth, ty, trait_);
        if let Some(verdict) = self.judged.borrow().get(&key) {
            return *verdict;
        }
        let verdict = self.search(ty, trait_, &Subst::default(), depth).0;
        self.judged.borrow_mut().insert(key, verdict);
        verdict
    }

    /// Ways to make `ty: trait_` hold, where the trait's arguments and constraints may contain
    /// open parameters: extensions of `env`, best first. An answer of `Maybe` keeps `env`.
    pub fn solve(&self, ty: &Ty, trait_: &TraitRef, env: &Subst) -> (TraitVerdict, Vec<Subst>) {
        self.solve_at(ty, trait_, env, DEPTH)
    }

    fn solve_at(
        &self,
        ty: &Ty,
        trait_: &TraitRef,
        env: &Subst,
        depth: usize,
    ) -> (TraitVerdict, Vec<Subst>) {
        let trait_ = env.apply_trait(trait_);
        if is_closed(&trait_) {
            let verdict = self.judge_at(ty, &trait_, depth);
            let found = if verdict == TraitVerdict::No { Vec::new() } else { vec![env.clone()] };
            return (verdict, found);
        }
        self.search(ty, &trait_, env, depth)
    }

    fn search(
        &self,
        ty: &Ty,
        trait_: &TraitRef,
        env: &Subst,
        depth: usize,
    ) -> (TraitVerdict, Vec<Subst>) {
        let mut verdict = TraitVerdict::No;
        let mut found = Vec::new();
        for &id in self.impls_of(&trait_.path) {
            let (judged, extended) = self.solve_by_impl(id, ty, trait_, env, depth);
            if let Some(extended) = extended {
                verdict = verdict.min(judged);
                if !found.contains(&extended) {
                    found.push(extended);
                }
            }
        }
        if !found.is_empty() {
            return (verdict, found);
        }
        if &*trait_.path == "std::iter::IntoIterator" && self.is_modelled_type(ty) {
            // Every iterator is one.
            let iterator = TraitRef { path: "std::iter::Iterator".into(), ..trait_.clone() };
            return self.search(ty, &iterator, env, depth);
        }
        if &*trait_.path == "std::convert::Into" {
            return self.solve_into(ty, trait_, env, depth);
        }
        if let (Some(known), Some(wanted)) =
            (conversions::known(ty, trait_), std_traits::first_type(&trait_.args))
        {
            let found: Vec<Subst> = known
                .iter()
                .filter_map(|known| {
                    let mut extended = env.clone();
                    unify(&extended.apply(wanted), known, &mut extended).then_some(extended)
                })
                .collect();
            return (if found.is_empty() { TraitVerdict::No } else { TraitVerdict::Yes }, found);
        }
        // Nothing is listed: that means something only where listings are complete.
        let unlisted = if self.is_modelled_trait(&trait_.path) {
            let is_ours =
                self.model.traits.get(&trait_.path).is_some_and(|t| self.model.is_local(&t.krate));
            if !is_ours && self.is_borrowed_foreign(ty) {
                TraitVerdict::Maybe
            } else {
                TraitVerdict::No
            }
        } else if std_traits::is_implied(&trait_.path) {
            TraitVerdict::Maybe
        } else if self.is_modelled_type(ty)
            && !(matches!(ty, Ty::Ref { .. }) && std_traits::is_forwarded(&trait_.path))
        {
            TraitVerdict::No
        } else {
            std_traits::judge(ty, &trait_.path)
        };
        if unlisted == TraitVerdict::No {
            return (TraitVerdict::No, Vec::new());
        }
        let mut extended = env.clone();
        for (name, wanted) in &trait_.assoc {
            if let Some(actual) = std_traits::assoc(ty, &trait_.path, name)
                && !unify(&extended.apply(wanted), &erase(&actual), &mut extended)
            {
                return (TraitVerdict::No, Vec::new());
            }
        }
        (unlisted, vec![extended])
    }

    /// `T: Into<U>` holds by `U: From<T>`, which is listed where `U` is modelled.
    fn solve_into(
        &self,
        ty: &Ty,
        trait_: &TraitRef,
        env: &Subst,
        depth: usize,
    ) -> (TraitVerdict, Vec<Subst>) {
        let Some(target) = std_traits::first_type(&trait_.args) else {
            return (TraitVerdict::Maybe, vec![env.clone()]);
        };
        let target = erase(&self.normalise(&env.apply(target)));
        let mut extended = env.clone();
        if unify(&target, ty, &mut extended) {
            return (TraitVerdict::Yes, vec![extended]);
        }
        let is_listed = self.is_modelled_type(&target);
        if target.has_params() || has_projection(&target) || !is_listed || depth == 0 {
            let hopeless =
                matches!((ty, &target), (Ty::Prim(left), Ty::Prim(right)) if left > right);
            let verdict = if hopeless { TraitVerdict::No } else { TraitVerdict::Maybe };
            return (verdict, if hopeless { Vec::new() } else { vec![env.clone()] });
        }
        let mut from = TraitRef::plain("std::convert::From");
        from.args.push(Arg::Ty(ty.clone()));
        for &id in self.impls_of("std::convert::From") {
            let (verdict, found) =
                self.solve_by_impl(id, &target, &from, &Subst::default(), depth - 1);
            if found.is_some() {
                return (verdict, vec![env.clone()]);
            }
        }
        (TraitVerdict::No, Vec::new())
    }

    fn solve_by_impl(
        &self,
        id: ImplId,
        ty: &Ty,
        trait_: &TraitRef,
        env: &Subst,
        depth: usize,
    ) -> (TraitVerdict, Option<Subst>) {
        let impl_ = &self.model.impls[id];
        let Some(impl_trait) = &impl_.trait_ else { return (TraitVerdict::No, None) };
        let mut inner = Subst::default();
        if !unify(&impl_.for_, ty, &mut inner) {
            return (TraitVerdict::No, None);
        }
        // Arguments the asker has fixed may fix parameters of the impl, and the other way round.
        let asked = env.apply_trait(trait_);
        let closed = asked.args.iter().all(|arg| match arg {
            Arg::Ty(ty) => !ty.has_params(),
            _ => true,
        });
        if closed
            && !asked.args.is_empty()
            && !unify_args(&impl_trait.args, &asked.args, &mut inner)
        {
            return (TraitVerdict::No, None);
        }
        let mut verdict = TraitVerdict::Yes;
        if depth > 0 {
            verdict = self.judge_bounds(&impl_.generics, &mut inner, depth - 1);
            if verdict == TraitVerdict::No {
                return (TraitVerdict::No, None);
            }
        }
        let mut extended = env.clone();
        for (asked_arg, impl_arg) in asked.args.iter().zip(&impl_trait.args) {
            if let (Arg::Ty(asked_ty), Arg::Ty(impl_ty)) = (asked_arg, impl_arg) {
                let actual = self.normalise(&inner.apply(impl_ty));
                if !actual.has_params()
                    && !has_projection(&actual)
                    && !unify(asked_ty, &erase(&actual), &mut extended)
                {
                    return (TraitVerdict::No, None);
                }
            }
        }
        for (name, wanted) in &trait_.assoc {
            let declared = impl_.assoc_types.iter().find(|(n, _)| n == name);
            let actual = match declared {
                Some((_, actual)) => inner.apply(actual),
                // `Trait<Name = T>` may constrain a type that a supertrait declares.
                None => match self.inherited_assoc(ty, &trait_.path, name, depth) {
                    Some(actual) => actual,
                    None => continue,
                },
            };
            let actual = self.normalise(&actual);
            if actual.has_params() || has_projection(&actual) {
                continue;
            }
            let wanted = extended.apply(wanted);
            if !unify(&wanted, &erase(&actual), &mut extended) {
                return (TraitVerdict::No, None);
            }
        }
        for (name, bounds) in &trait_.assoc_bounds {
            let Some((_, actual)) = impl_.assoc_types.iter().find(|(n, _)| n == name) else {
                continue;
            };
            let actual = erase(&self.normalise(&inner.apply(actual)));
            if actual.has_params() || depth == 0 {
                continue;
            }
            for bound in bounds {
                if self.judge_bound(&actual, bound, &extended, depth - 1) == TraitVerdict::No {
                    return (TraitVerdict::No, None);
                }
            }
        }
        (verdict, Some(extended))
    }

    /// Returns whether all bounds hold as far as they are closed under `subst`. Constraints on
    /// associated types bind parameters that are still open.
    fn judge_bounds(&self, generics: &Generics, subst: &mut Subst, depth: usize) -> TraitVerdict {
        let mut verdict = TraitVerdict::Yes;
        for (ty, bound) in generics.bounds() {
            let ty = self.normalise(&subst.apply(&ty));
            if ty.has_params() || has_projection(&ty) {
                continue;
            }
            let ty = erase(&ty);
            match bound {
                Bound::Trait { trait_, .. } => {
                    let (judged, extended) = self.solve_at(&ty, trait_, subst, depth);
                    verdict = verdict.and(judged);
                    if let Some(extended) = extended.into_iter().next() {
                        *subst = extended;
                    }
                }
                Bound::Fn(bound) => verdict = verdict.and(judge_call(&ty, bound, subst)),
                Bound::MaybeSized | Bound::Lifetime(_) => {}
            }
            if verdict == TraitVerdict::No {
                return verdict;
            }
        }
        verdict
    }

    fn judge_bound(&self, ty: &Ty, bound: &Bound, env: &Subst, depth: usize) -> TraitVerdict {
        match bound {
            Bound::Trait { trait_, .. } => {
                let trait_ = env.apply_trait(trait_);
                self.solve_at(ty, &trait_, env, depth).0
            }
            Bound::Fn(bound) => judge_call(ty, bound, env),
            Bound::MaybeSized | Bound::Lifetime(_) => TraitVerdict::Yes,
        }
    }

    /// Replaces projections whose impl is known by what they stand for.
    pub fn normalise(&self, ty: &Ty) -> Ty {
        self.normalise_at(ty, NORMALISE_DEPTH)
    }

    fn normalise_at(&self, ty: &Ty, depth: usize) -> Ty {
        if depth == 0 || !has_projection(ty) {
            return ty.clone();
        }
        ty.map(&|part| {
            let Ty::Projection(projection) = part else { return None };
            let self_ty = erase(&self.normalise_at(&projection.self_ty, depth));
            if self_ty.has_params() || has_projection(&self_ty) {
                return None;
            }
            let trait_ = projection.trait_.as_ref()?;
            self.assoc_of(&self_ty, trait_, &projection.name, depth - 1).map(|ty| erase(&ty))
        })
    }

    /// The associated type of a supertrait for a closed type.
    fn inherited_assoc(&self, ty: &Ty, trait_path: &str, name: &str, depth: usize) -> Option<Ty> {
        let trait_ = self.model.traits.get(trait_path)?;
        if depth == 0 {
            return None;
        }
        trait_.supertraits.iter().find_map(|bound| {
            let Bound::Trait { trait_: above, .. } = bound else { return None };
            let declares =
                self.model.traits.get(&above.path).is_some_and(|above| {
                    above.assoc_types.iter().any(|assoc| *assoc.name == *name)
                });
            if declares {
                let closed =
                    if is_closed(above) { above.clone() } else { TraitRef::plain(&above.path) };
                self.assoc_of(ty, &closed, name, depth - 1)
            } else {
                self.inherited_assoc(ty, &above.path, name, depth - 1)
            }
        })
    }

    /// The associated type of a closed type, if the impl is known.
    fn assoc_of(&self, ty: &Ty, trait_: &TraitRef, name: &str, depth: usize) -> Option<Ty> {
        for &id in self.impls_of(&trait_.path) {
            let impl_ = &self.model.impls[id];
            let mut inner = Subst::default();
            if !unify(&impl_.for_, ty, &mut inner) {
                continue;
            }
            if let Some(impl_trait) = &impl_.trait_
                && !trait_.args.is_empty()
                && !unify_args(&impl_trait.args, &trait_.args, &mut inner)
            {
                continue;
            }
            if self.judge_bounds(&impl_.generics, &mut inner, depth) == TraitVerdict::No {
                continue;
            }
            if let Some((_, value)) = impl_.assoc_types.iter().find(|(n, _)| **n == *name) {
                let value = self.normalise_at(&inner.apply(value), depth);
                if !value.has_params() {
                    return Some(value);
                }
            }
        }
        std_traits::assoc(ty, &trait_.path, name)
    }

    /// Returns whether a type is known to be unsized.
    pub fn is_unsized(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Prim(gadfly_model::Prim::Str) | Ty::Slice(_) | Ty::Dyn(_) => true,
            Ty::Adt(path, _) => match self.model.adts.get(path) {
                Some(adt) => !adt.is_sized,
                None => std_traits::is_unsized(path),
            },
            _ => false,
        }
    }

    /// All predicates that mention a parameter as the bounded type, or as part of it.
    pub fn bounds_on<'g>(generics: &[&'g Generics], param: &str) -> Vec<(&'g Bound, Ty)> {
        let mut found = Vec::new();
        for generics in generics {
            for declared in &generics.params {
                if let gadfly_model::ParamKind::Type { bounds, .. } = &declared.kind
                    && *declared.name == *param
                {
                    let ty = Ty::Param(declared.name.clone());
                    found.extend(bounds.iter().map(|bound| (bound, ty.clone())));
                }
            }
            for predicate in &generics.predicates {
                if let Predicate::Bound { ty, bounds, .. } = predicate
                    && mentions(ty, param)
                {
                    found.extend(bounds.iter().map(|bound| (bound, ty.clone())));
                }
            }
        }
        found
    }
}

/// 128 bits that stand for a question; two different ones never meet in practice.
fn question(depth: usize, ty: &Ty, trait_: &TraitRef) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, depth, ty, trait_).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    (half(0) << 64) | half(1)
}

/// Returns whether a type can be called: function pointers can, if their arguments fit.
fn judge_call(ty: &Ty, bound: &gadfly_model::FnBound, env: &Subst) -> TraitVerdict {
    match ty {
        Ty::FnPointer(pointer) => {
            let mut subst = env.clone();
            let fits = pointer.inputs.len() == bound.inputs.len()
                && bound
                    .inputs
                    .iter()
                    .zip(&pointer.inputs)
                    .all(|(asked, given)| unify(&env.apply(asked), &erase(given), &mut subst));
            if fits { TraitVerdict::Yes } else { TraitVerdict::No }
        }
        Ty::Adt(path, _) if rust_path::last(path) == "Box" => TraitVerdict::Maybe,
        Ty::Ref { inner, .. } => judge_call(inner, bound, env),
        Ty::Dyn(_) | Ty::Unnameable(_) | Ty::Impl(_) => TraitVerdict::Maybe,
        _ => TraitVerdict::No,
    }
}

/// Returns whether nothing in a trait reference is left to find out.
fn is_closed(trait_: &TraitRef) -> bool {
    let is_closed = |ty: &Ty| !ty.has_params() && !has_projection(ty);
    trait_.args.iter().all(|arg| match arg {
        Arg::Ty(ty) => is_closed(ty),
        Arg::Const(gadfly_model::Const::Param(_)) => false,
        _ => true,
    }) && trait_.assoc.iter().all(|(_, ty)| is_closed(ty))
        && trait_.assoc_bounds.is_empty()
}

/// Returns whether a parameter occurs in a type.
pub fn mentions(ty: &Ty, param: &str) -> bool {
    ty.any(&mut |part| matches!(part, Ty::Param(name) if **name == *param))
}
