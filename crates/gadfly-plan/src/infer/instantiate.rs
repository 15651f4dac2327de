//! Instances of a function: which types its parameters take in this round.
//!
//! Parameters are bound from what exists: arguments are matched against types that have values,
//! bounds are solved over known impls, and only what is left is chosen freely.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path;
use gadfly_model::{Arg, Bound, Model, Name, ParamKind, Predicate, Receiver, Ty};

use super::type_choice::{OPTIONS, TypeChooser, constants, function_pointer, signature};
use crate::solve::hints::Hints;
use crate::solve::std_traits::{TraitVerdict, likely_types};
use crate::solve::trait_solver::{TraitSolver, mentions};
use crate::types::shape::FunctionShape;
use crate::types::subst::{Owns, Subst, erase, has_projection, strip_refs, unify};
use crate::types::tracked::tracked;
use crate::types::universe::Universe;

/// The number of environments that are followed at once.
const BEAM: usize = 16;

/// The number of known instances with which a pattern is matched.
const MATCHES: usize = 8;

/// The number of instances that one function may request at a time.
const WISHES: usize = 2;

/// The number of different free choices that are offered at once.
const PROFILES: usize = 3;

/// Values for a function's parameters, and which of them were free choices.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// The arguments of the parameters.
    pub subst: Subst,
    /// Free choices as (bounds, type), to learn from.
    pub choices: Vec<(String, Ty)>,
    profile: Option<usize>,
}

/// Finds environments from what exists in this round.
pub struct Instantiator<'a> {
    /// The model.
    pub solver: &'a TraitSolver<'a>,
    /// Types that have values.
    pub universe: &'a Universe,
    /// Chooses types for open parameters.
    pub chooser: TypeChooser<'a>,
    /// Instances that something asks for and nothing makes, by head.
    pub wanted: &'a BTreeMap<Name, Vec<Ty>>,
    /// The bounds that impls put on a type's parameters.
    pub hints: &'a Hints,
    /// `true` if to guess where nothing matches.
    pub is_desperate: bool,
}

impl Instantiator<'_> {
    /// Environments for a function, likeliest first; none if it has to wait for values.
    pub fn environments(&self, shape: &FunctionShape<'_>) -> Vec<Env> {
        let mut envs = self.environments_over(shape, true, Env::default());
        // What is freed twice or never shows only where something is freed.
        let owns = |wanted: Owns| envs.iter().position(|env| env.subst.owns() == wanted);
        if let Some(owning) = owns(Owns::Tracked).or_else(|| owns(Owns::Memory))
            && owning > 1
        {
            let env = envs.remove(owning);
            envs.insert(1, env);
        }
        envs
    }

    /// Environments for a function on this very type, likeliest first.
    pub fn environments_on(&self, shape: &FunctionShape<'_>, ty: &Ty) -> Vec<Env> {
        let mut first = Env::default();
        match &shape.self_ty {
            Some(self_ty) if unify(self_ty, ty, &mut first.subst) => {
                self.environments_over(shape, true, first)
            }
            _ => Vec::new(),
        }
    }

    /// Instances whose existence would make a function callable that is not now: types its
    /// arguments would have if they could be chosen freely, and known types with another
    /// argument.
    pub fn wishes(&self, shape: &FunctionShape<'_>) -> Vec<Ty> {
        let mut wishes = Vec::new();
        for mut env in
            self.environments_over(shape, false, Env::default()).into_iter().take(MATCHES)
        {
            // A closure in a type that has to be named is a function pointer.
            for (name, bound) in &shape.closures {
                if env.subst.get(name).is_none() {
                    let pointer = self.solver.normalise(&function_pointer(&env.subst, bound));
                    env.subst.bind_ty(name, &pointer);
                }
            }
            for (_, ty) in &shape.function.inputs {
                for pattern in nominal_patterns(self.solver.model, ty) {
                    let ty = erase(&self.solver.normalise(&env.subst.apply(&pattern)));
                    if !ty.has_params() && !has_projection(&ty) && !wishes.contains(&ty) {
                        wishes.push(ty);
                    }
                }
            }
        }
        if wishes.is_empty() {
            wishes.extend(self.variations(shape));
        }
        wishes.truncate(WISHES);
        wishes
    }

    /// Known types with one argument changed, such that all that is asked of a parameter holds.
    fn variations(&self, shape: &FunctionShape<'_>) -> Vec<Ty> {
        let generics = shape.generics();
        let mut found = Vec::new();
        for param in shape.params() {
            let on = TraitSolver::bounds_on(&generics, &param.name);
            let direct: Vec<&Bound> =
                on.iter().filter(|(_, ty)| matches!(ty, Ty::Param(_))).map(|(b, _)| *b).collect();
            let is_indirect = on.iter().any(|(_, ty)| matches!(ty, Ty::Projection(_)));
            if !is_indirect || direct.is_empty() {
                continue;
            }
            for known in self.chooser.types(&direct, &[], &Subst::default()) {
                for varied in vary(&known) {
                    let mut subst = Subst::default();
                    subst.bind_ty(&param.name, &varied);
                    let holds = self.consequences(shape, &param.name, &subst).is_some();
                    let base = strip_refs(&varied).clone();
                    if holds && !found.contains(&base) {
                        found.push(base);
                    }
                }
            }
        }
        found
    }

    fn environments_over(
        &self,
        shape: &FunctionShape<'_>,
        must_exist: bool,
        first: Env,
    ) -> Vec<Env> {
        let mut envs = vec![first];
        for (_, ty) in &shape.function.inputs {
            for pattern in nominal_patterns(self.solver.model, ty) {
                if must_exist {
                    envs = self.match_pattern(shape, &pattern, envs, true);
                }
            }
        }
        if let (Some(self_ty), true) = (&shape.self_ty, must_exist) {
            for pattern in nominal_patterns(self.solver.model, self_ty) {
                envs = self.match_pattern(shape, &pattern, envs, false);
            }
        }
        envs = envs.iter().flat_map(|env| self.implied(shape, env)).take(BEAM).collect();
        for param in self.order(shape) {
            envs = envs.iter().flat_map(|env| self.bind(shape, &param, env)).take(BEAM).collect();
        }
        envs.retain(|env| self.is_plausible(shape, &env.subst));
        envs
    }

    /// Matches a nominal pattern with the instances that exist.
    fn match_pattern(
        &self,
        shape: &FunctionShape<'_>,
        pattern: &Ty,
        envs: Vec<Env>,
        is_argument: bool,
    ) -> Vec<Env> {
        let Ty::Adt(head, _) = pattern else { return envs };
        let mut matched = Vec::new();
        for env in envs {
            let open = env.subst.apply(pattern);
            if !open.has_params() {
                matched.push(env);
                continue;
            }
            let wanted = self.wanted.get(head).map_or(&[][..], Vec::as_slice);
            let known = self.universe.instances(head);
            let candidates = if is_argument { [known, &[]] } else { [wanted, known] };
            let mut found = 0;
            for instance in candidates.into_iter().flatten() {
                if found == MATCHES {
                    break;
                }
                let mut extended = env.clone();
                if unify(&open, instance, &mut extended.subst)
                    && self.is_plausible(shape, &extended.subst)
                {
                    found += 1;
                    matched.push(extended);
                }
            }
            // A constructor may make new instances; an argument has to exist.
            let may_guess = if is_argument { self.is_desperate && found == 0 } else { found < 2 };
            if may_guess {
                matched.push(env);
            }
        }
        matched.truncate(BEAM);
        matched
    }

    /// Open parameters in the order in which they are best bound: those with traits whose impls
    /// are known, then free ones, then those whose shape follows from others.
    fn order(&self, shape: &FunctionShape<'_>) -> Vec<Name> {
        let generics = shape.generics();
        let mut needs: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
        let mut params: Vec<(usize, Name)> = shape
            .params()
            .filter(|param| !shape.closures.contains_key(&param.name))
            .map(|param| {
                let on = TraitSolver::bounds_on(&generics, &param.name);
                let mut class = 1;
                for (bound, ty) in &on {
                    if let (Bound::Trait { trait_, .. }, Ty::Param(_) | Ty::Ref { .. }) =
                        (bound, ty)
                    {
                        if self.solver.is_modelled_trait(&trait_.path) {
                            class = 0;
                            break;
                        }
                        if is_derived(&trait_.path) {
                            class = 2;
                        }
                    }
                }
                if class == 2 {
                    needs.insert(param.name.clone(), mentioned(&on));
                }
                (class, param.name.clone())
            })
            .collect();
        // What follows from others comes after those others, and after what they follow from.
        params.sort_by_cached_key(|(class, name)| (*class, all_needs(name, &needs)));
        params.into_iter().map(|(_, name)| name).collect()
    }

    fn bind(&self, shape: &FunctionShape<'_>, param: &Name, env: &Env) -> Vec<Env> {
        if env.subst.get(param).is_some() {
            return vec![env.clone()];
        }
        let generics = shape.generics();
        let declared = shape.params().find(|declared| declared.name == *param);
        if let Some(ParamKind::Const { ty, .. }) = declared.map(|declared| &declared.kind) {
            return constants(ty)
                .into_iter()
                .map(|constant| {
                    let mut extended = env.clone();
                    extended.subst.bind(param, Arg::Const(constant));
                    extended
                })
                .take(2)
                .collect();
        }
        let on = TraitSolver::bounds_on(&generics, param);
        let direct: Vec<&Bound> = on
            .iter()
            .filter(|(_, ty)| matches!(ty, Ty::Param(_)))
            .map(|(bound, _)| *bound)
            .collect();
        let items: Vec<&Bound> = on
            .iter()
            .filter(
                |(_, ty)| matches!(ty, Ty::Projection(projection) if &*projection.name == "Item"),
            )
            .map(|(bound, _)| *bound)
            .collect();
        let (hinted, default) = self.hints.of(self.solver.model, shape.self_ty.as_ref(), param);
        let asked: Vec<&Bound> = direct.iter().copied().chain(hinted.iter()).collect();
        // What a trait makes of it must fit as well: that can rule out the likeliest.
        let is_indirect = on.iter().any(|(_, ty)| matches!(ty, Ty::Projection(_)));
        let types = |bounds: &[&Bound]| {
            if is_indirect {
                self.chooser.all_types(bounds, &items, &env.subst)
            } else {
                self.chooser.types(bounds, &items, &env.subst)
            }
        };
        let mut options = types(&asked);
        if options.is_empty() && !hinted.is_empty() {
            options = types(&direct);
        }
        if is_lent_self(shape, param) {
            options.extend(self.chooser.without_size(&direct));
        }
        // Satisfying the bounds of impls is useful, but tracked values are worth more.
        let tracks = |options: &[Ty]| options.contains(&tracked());
        if self.solver.tracks()
            && !options.is_empty()
            && !tracks(&options)
            && tracks(&types(&direct))
        {
            options.insert(1, tracked());
        }
        if let Some(default) = default {
            let default = erase(&env.subst.apply(&default));
            if !default.has_params() {
                options.retain(|option| *option != default);
                options.insert(0, default);
            }
        }
        let is_free = direct.iter().all(|bound| match bound {
            Bound::Trait { trait_, .. } => {
                !self.solver.is_modelled_trait(&trait_.path) && !is_derived(&trait_.path)
            }
            _ => true,
        });
        let key = signature(&direct);
        let mut found: Vec<Env> = options
            .iter()
            .filter_map(|option| {
                let mut extended = env.clone();
                extended.subst.bind_ty(param, option);
                extended.choices.push((key.clone(), option.clone()));
                extended.subst = self.consequences(shape, param, &extended.subst)?;
                Some(extended)
            })
            .take(OPTIONS)
            .collect();
        if !is_free {
            return found;
        }
        // Free parameters vary together, or every pair of types would be tried.
        match env.profile {
            Some(profile) if !found.is_empty() => {
                let index = profile % found.len();
                vec![found.swap_remove(index)]
            }
            _ => {
                found.truncate(PROFILES);
                for (profile, env) in found.iter_mut().enumerate() {
                    env.profile = Some(profile);
                }
                found
            }
        }
    }

    /// Checks the bounds that mention a newly bound parameter; constraints on associated types bind further parameters.
    fn consequences(&self, shape: &FunctionShape<'_>, param: &str, subst: &Subst) -> Option<Subst> {
        let mut subst = subst.clone();
        for generics in &shape.generics {
            for (ty, bound) in generics.bounds() {
                let Bound::Trait { trait_, .. } = bound else { continue };
                if !mentions(&ty, param) {
                    continue;
                }
                let ty = self.solver.normalise(&subst.apply(&ty));
                if ty.has_params() || has_projection(&ty) {
                    continue;
                }
                let (verdict, found) = self.solver.solve(&erase(&ty), trait_, &subst);
                if verdict == TraitVerdict::No {
                    return None;
                }
                if let Some(first) = found.into_iter().next() {
                    subst = first;
                }
            }
        }
        Some(subst)
    }

    /// The environments that follow from bounds whose type is known: `G: Index<I>` determines `I` once `G` is bound.
    fn implied(&self, shape: &FunctionShape<'_>, env: &Env) -> Vec<Env> {
        let mut envs = vec![env.clone()];
        for generics in &shape.generics {
            for (ty, bound) in generics.bounds() {
                let Bound::Trait { trait_, .. } = bound else { continue };
                let is_open_arg = |arg: &Arg| matches!(arg, Arg::Ty(ty) if ty.has_params());
                let is_open = trait_.args.iter().any(is_open_arg)
                    || trait_.assoc.iter().any(|(_, ty)| ty.has_params());
                if !is_open {
                    continue;
                }
                envs = envs
                    .into_iter()
                    .flat_map(|env| {
                        let ty = erase(&self.solver.normalise(&env.subst.apply(&ty)));
                        if ty.has_params() || has_projection(&ty) {
                            return vec![env];
                        }
                        let (_, found) = self.solver.solve(&ty, trait_, &env.subst);
                        let extend = |subst| Env { subst, ..env.clone() };
                        let found: Vec<Env> = found.into_iter().take(3).map(extend).collect();
                        if found.is_empty() { vec![env] } else { found }
                    })
                    .take(BEAM)
                    .collect();
            }
        }
        envs
    }

    /// A last look at everything that is asked, now that all is bound.
    fn is_plausible(&self, shape: &FunctionShape<'_>, subst: &Subst) -> bool {
        shape.generics.iter().all(|generics| {
            let bounds_hold = generics.bounds().iter().all(|(ty, bound)| {
                let Bound::Trait { trait_, .. } = bound else { return true };
                let ty = self.solver.normalise(&subst.apply(ty));
                if ty.has_params() || has_projection(&ty) {
                    return true;
                }
                let trait_ = subst.apply_trait(trait_);
                self.solver.solve(&erase(&ty), &trait_, subst).0 != TraitVerdict::No
            });
            let equal = generics.predicates.iter().all(|predicate| match predicate {
                Predicate::Equal { left, right } => {
                    let left = erase(&self.solver.normalise(&subst.apply(left)));
                    let right = erase(&self.solver.normalise(&subst.apply(right)));
                    left == right
                        || has_projection(&left)
                        || has_projection(&right)
                        || left.has_params()
                }
                _ => true,
            });
            bounds_hold && equal
        })
    }
}

/// Returns whether a parameter is what a trait's method is called on, and is lent to it.
fn is_lent_self(shape: &FunctionShape<'_>, param: &str) -> bool {
    let is_lent = matches!(shape.function.receiver, Some(Receiver::Shared | Receiver::Exclusive));
    param == "Self" && is_lent
}

/// Parameters that bounds mention.
fn mentioned(bounds: &[(&Bound, Ty)]) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    for (bound, _) in bounds {
        bound.walk(&mut |part| {
            if let Ty::Param(name) = part {
                found.insert(name.clone());
            }
            true
        });
    }
    found
}

/// From how many others a parameter follows, directly or by way of others.
fn all_needs(param: &Name, needs: &BTreeMap<Name, BTreeSet<Name>>) -> usize {
    let mut found = BTreeSet::new();
    let mut open = vec![param];
    while let Some(name) = open.pop() {
        let others = needs.get(name).into_iter().flatten();
        open.extend(others.filter(|other| *other != param && found.insert(*other)));
    }
    found.len()
}

/// The type with one of its arguments replaced by another likely one.
fn vary(ty: &Ty) -> Vec<Ty> {
    match ty {
        Ty::Ref { mutable, inner, .. } => vary(inner)
            .into_iter()
            .map(|inner| if *mutable { Ty::exclusive(inner) } else { Ty::shared(inner) })
            .collect(),
        Ty::Adt(path, args) => {
            let mut found = Vec::new();
            for (position, arg) in args.iter().enumerate() {
                if !matches!(arg, Arg::Ty(Ty::Prim(_))) {
                    continue;
                }
                for other in likely_types().into_iter().take(8) {
                    let mut args = args.clone();
                    args[position] = Arg::Ty(other);
                    found.push(Ty::Adt(path.clone(), args));
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

/// Parts of a type that are open instances of modelled types, outermost first.
pub fn nominal_patterns(model: &Model, ty: &Ty) -> Vec<Ty> {
    let mut found = Vec::new();
    ty.walk(&mut |part| match part {
        Ty::Adt(path, _) if model.adts.contains_key(path) => {
            if part.has_params() && !has_projection(part) {
                found.push(part.clone());
            }
            false
        }
        Ty::FnPointer(_) | Ty::Dyn(_) | Ty::Impl(_) | Ty::Projection(_) => false,
        _ => true,
    });
    found
}

/// Standard traits whose implementor follows from the trait's own arguments.
fn is_derived(path: &str) -> bool {
    path.starts_with("std::")
        && matches!(
            rust_path::last(path),
            "Iterator"
                | "IntoIterator"
                | "DoubleEndedIterator"
                | "ExactSizeIterator"
                | "FromIterator"
                | "Extend"
                | "Into"
                | "TryInto"
                | "AsRef"
                | "AsMut"
                | "Borrow"
                | "BorrowMut"
                | "Deref"
                | "DerefMut"
                | "RangeBounds"
                | "SliceIndex"
                | "Hasher"
                | "BuildHasher"
                | "Read"
                | "BufRead"
                | "Write"
                | "Seek"
                | "Future"
                | "Error"
                | "Pattern"
        )
}
