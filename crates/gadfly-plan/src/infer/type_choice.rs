//! Which types a parameter might stand for, given what is asked of it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use gadfly_model::rust_path::last;
use gadfly_model::{
    Arg, Bound, Const, FnBound, FnPointer, Generics, Name, ParamKind, Prim, TraitRef, Ty,
};

use super::type_level_numbers::numeral;
use crate::solve::std_traits::{self, TraitVerdict, first_type, likely_types};
use crate::solve::trait_solver::TraitSolver;
use crate::types::subst::{
    Owns, Subst, erase, has_lifetime, has_projection, owns, strip_refs, unify_args,
};
use crate::types::tracked::tracked;
use crate::types::universe::Universe;

/// The number of types offered for one parameter.
pub const OPTIONS: usize = 6;

/// The depth to which types are built from impls of traits.
const DEPTH: usize = 2;

/// Bounds that earlier rounds found satisfied or not, by their printed form.
#[derive(Default)]
pub struct LearnedType {
    good: BTreeMap<String, Vec<Ty>>,
    bad: BTreeMap<String, BTreeSet<Ty>>,
}

impl LearnedType {
    /// Notes that a type satisfied bounds.
    pub fn accept(&mut self, bounds: &str, ty: &Ty) {
        let good = self.good.entry(bounds.to_owned()).or_default();
        if !good.contains(ty) {
            good.push(ty.clone());
        }
    }

    /// Notes that a type did not satisfy bounds.
    pub fn reject(&mut self, bounds: &str, ty: &Ty) {
        self.bad.entry(bounds.to_owned()).or_default().insert(ty.clone());
    }

    fn is_bad(&self, bounds: &str, ty: &Ty) -> bool {
        self.bad.get(bounds).is_some_and(|bad| bad.contains(ty))
            && !self.good.get(bounds).is_some_and(|good| good.contains(ty))
    }
}

/// Chooses types from what exists in this round.
pub struct TypeChooser<'a> {
    solver: &'a TraitSolver<'a>,
    universe: &'a Universe,
    learned: &'a LearnedType,
    /// Known types that may implement a trait, found once a round.
    shortlists: RefCell<BTreeMap<Name, Vec<Ty>>>,
    /// Questions answered in this round, by what is asked and how deeply.
    answered: RefCell<BTreeMap<(usize, String, String), Vec<Ty>>>,
}

impl<'a> TypeChooser<'a> {
    /// A chooser over the types known now.
    pub fn new(
        solver: &'a TraitSolver<'a>,
        universe: &'a Universe,
        learned: &'a LearnedType,
    ) -> Self {
        TypeChooser {
            solver,
            universe,
            learned,
            shortlists: RefCell::default(),
            answered: RefCell::default(),
        }
    }

    /// Types for something on which these bounds are put directly, likeliest first. `items`
    /// are bounds on its `Item`, where that is asked about separately.
    pub fn types(&self, bounds: &[&Bound], items: &[&Bound], env: &Subst) -> Vec<Ty> {
        self.types_at(bounds, items, env, DEPTH)
    }

    /// As [`types`](Self::types), but all of them, for something of which more is asked than its
    /// own bounds say.
    pub fn all_types(&self, bounds: &[&Bound], items: &[&Bound], env: &Subst) -> Vec<Ty> {
        self.all_at(bounds, items, env, DEPTH)
    }

    fn types_at(&self, bounds: &[&Bound], items: &[&Bound], env: &Subst, depth: usize) -> Vec<Ty> {
        let mut types = self.all_at(bounds, items, env, depth);
        types.truncate(OPTIONS);
        types
    }

    fn all_at(&self, bounds: &[&Bound], items: &[&Bound], env: &Subst, depth: usize) -> Vec<Ty> {
        let applied = |bounds: &[&Bound]| -> Vec<TraitRef> {
            let traits = bounds.iter().filter_map(|bound| match bound {
                Bound::Trait { trait_, .. } => Some(env.apply_trait(trait_)),
                _ => None,
            });
            traits.collect()
        };
        let traits = applied(bounds);
        let key = (depth, format!("{traits:?}"), format!("{:?}", applied(items)));
        if let Some(found) = self.answered.borrow().get(&key) {
            return found.clone();
        }
        let found = self.search(&traits, &signature(bounds), items, env, depth);
        self.answered.borrow_mut().insert(key, found.clone());
        found
    }

    fn search(
        &self,
        traits: &[TraitRef],
        signature: &str,
        items: &[&Bound],
        env: &Subst,
        depth: usize,
    ) -> Vec<Ty> {
        let mut offered: Vec<Ty> = Vec::new();
        for trait_ in traits {
            offered.extend(self.structural(trait_, items, env, depth));
        }
        let modelled: Vec<&TraitRef> =
            traits.iter().filter(|trait_| self.solver.is_modelled_trait(&trait_.path)).collect();
        let number = modelled.iter().find_map(|trait_| numeral(self.solver, trait_));
        if let Some(first) = modelled.first() {
            offered.extend(number.clone());
            offered.extend(self.shortlist(&first.path));
            if depth > 0 {
                for trait_ in &modelled {
                    offered.extend(self.implementors(trait_, depth - 1));
                }
            }
        } else if offered.is_empty() {
            offered.extend(self.learned.good.get(signature).into_iter().flatten().cloned());
            let mut likely = likely_types();
            if self.solver.tracks() {
                // Behind the plainest.
                likely.insert(1, tracked());
            }
            offered.extend(likely);
            offered.extend(traits.iter().flat_map(|trait_| self.shortlist_if_rare(trait_)));
        }
        let mut judged: Vec<(TraitVerdict, Ty)> = Vec::new();
        for ty in offered {
            let ty = erase(&ty);
            if judged.iter().any(|(_, known)| *known == ty) || self.learned.is_bad(signature, &ty) {
                continue;
            }
            let verdict = traits
                .iter()
                .map(|trait_| self.solver.solve(&ty, trait_, env).0)
                .fold(TraitVerdict::Yes, TraitVerdict::and);
            if verdict != TraitVerdict::No {
                judged.push((verdict, ty));
            }
        }
        // One number is as good as any, unless it does not fit.
        if judged.iter().any(|(_, ty)| Some(ty) == number.as_ref()) {
            judged.retain(|(_, ty)| Some(ty) == number.as_ref());
        }
        // Simple types first: towers of adaptors are seldom what a function is about.
        judged.sort_by_key(|(verdict, ty)| (*verdict, ty.depth().max(2), oddness(ty)));
        spread(judged.into_iter().map(|(_, ty)| ty).collect())
    }

    /// Known types (or references to them) that may implement a trait.
    fn shortlist(&self, trait_path: &Name) -> Vec<Ty> {
        if let Some(found) = self.shortlists.borrow().get(trait_path) {
            return found.clone();
        }
        let plain = TraitRef::plain(trait_path);
        let mut found = Vec::new();
        for base in self.universe.bases() {
            for ty in [base.clone(), Ty::shared(base.clone()), Ty::exclusive(base.clone())] {
                let is_value = !self.solver.is_unsized(&ty);
                if is_value && self.solver.judge(&ty, &plain) != TraitVerdict::No {
                    found.push(ty);
                }
            }
        }
        self.shortlists.borrow_mut().insert(trait_path.clone(), found.clone());
        found
    }

    /// For traits of which the subject's own types are typical implementors.
    fn shortlist_if_rare(&self, trait_: &TraitRef) -> Vec<Ty> {
        let is_common = matches!(
            last(&trait_.path),
            "Clone"
                | "Copy"
                | "Debug"
                | "Default"
                | "PartialEq"
                | "Eq"
                | "Hash"
                | "Ord"
                | "PartialOrd"
                | "Send"
                | "Sync"
                | "Sized"
                | "Unpin"
                | "Any"
        );
        if is_common {
            return Vec::new();
        }
        let listed = self.solver.impls_of(&trait_.path).len();
        if listed == 0 { Vec::new() } else { self.shortlist(&trait_.path) }
    }

    /// Types that impls of a trait are written for, their own parameters filled in.
    fn implementors(&self, trait_: &TraitRef, depth: usize) -> Vec<Ty> {
        let mut found = Vec::new();
        for &id in self.solver.impls_of(&trait_.path) {
            let impl_ = &self.solver.model.impls[id];
            let callable = called_by(&impl_.generics, &impl_.for_);
            if found.len() >= 4 * OPTIONS {
                break;
            }
            let mut inner = Subst::default();
            let closed = trait_.args.iter().all(|arg| match arg {
                Arg::Ty(ty) => !ty.has_params() && !has_projection(ty),
                _ => true,
            });
            if let Some(impl_trait) = &impl_.trait_
                && closed
                && !trait_.args.is_empty()
                && !unify_args(&impl_trait.args, &trait_.args, &mut inner)
            {
                continue;
            }
            // An impl for everything that can be called: a function pointer is one of those.
            if let (Some(bound), Ty::Param(name)) = (callable, &impl_.for_) {
                inner.bind_ty(name, &function_pointer(&inner, bound));
            }
            // An impl for everything that satisfies some bounds: so do types chosen by them.
            if let (Ty::Param(name), None) = (&impl_.for_, callable) {
                let on = TraitSolver::bounds_on(&[&impl_.generics], name);
                let direct: Vec<&Bound> =
                    on.iter().filter(|(_, ty)| *ty == impl_.for_).map(|(b, _)| *b).collect();
                if depth > 0 && !direct.is_empty() {
                    found.extend(self.types_at(&direct, &[], &inner, depth - 1));
                }
                continue;
            }
            for owning in [false, true] {
                let mut inner = inner.clone();
                self.fill(&impl_.generics, &mut inner, depth, owning);
                let ty = erase(&self.solver.normalise(&inner.apply(&impl_.for_)));
                let is_closed = !ty.has_params() && !has_projection(&ty);
                if is_closed && !self.solver.is_unsized(&ty) && found.last() != Some(&ty) {
                    found.push(ty);
                }
            }
        }
        found
    }

    /// Types without a size that traits are implemented for, such as `str`: what is only lent may be one.
    pub fn without_size(&self, bounds: &[&Bound]) -> Vec<Ty> {
        let mut found = Vec::new();
        for bound in bounds {
            let Bound::Trait { trait_, .. } = bound else { continue };
            if last(&trait_.path) == "Sized" {
                return Vec::new();
            }
            for &id in self.solver.impls_of(&trait_.path) {
                let ty = erase(&self.solver.model.impls[id].for_);
                let is_closed = !ty.has_params() && !has_projection(&ty);
                if is_closed && self.solver.is_unsized(&ty) && !found.contains(&ty) {
                    found.push(ty);
                }
            }
        }
        found
    }

    /// Binds what is still open among an impl's own parameters, if asked for to types that own
    /// memory.
    fn fill(&self, generics: &Generics, inner: &mut Subst, depth: usize, owning: bool) {
        for param in &generics.params {
            if inner.get(&param.name).is_some() {
                continue;
            }
            match &param.kind {
                ParamKind::Type { .. } => {
                    let on = TraitSolver::bounds_on(&[generics], &param.name);
                    let direct: Vec<&Bound> = on
                        .iter()
                        .filter(|(_, ty)| matches!(ty, Ty::Param(_)))
                        .map(|(b, _)| *b)
                        .collect();
                    let options = self.types_at(&direct, &[], inner, depth.min(1));
                    let owner = options.iter().find(|ty| owning && owns(ty) > Owns::Nothing);
                    if let Some(ty) = owner.or(options.first()) {
                        inner.bind_ty(&param.name, ty);
                    }
                }
                ParamKind::Const { ty, .. } => {
                    if let Some(constant) = constants(ty).first() {
                        inner.bind(&param.name, Arg::Const(constant.clone()));
                    }
                }
                ParamKind::Lifetime { .. } => {}
            }
        }
    }

    /// Types that stand for a standard trait with a shape: iterators, conversions, ranges.
    fn structural(
        &self,
        trait_: &TraitRef,
        items: &[&Bound],
        env: &Subst,
        depth: usize,
    ) -> Vec<Ty> {
        if !trait_.path.starts_with("std::") {
            return Vec::new();
        }
        let prim = Ty::Prim;
        let std = |path: &str, arg: &Ty| Ty::adt(path, [arg.clone()]);
        let bytes = || Ty::Slice(Box::new(prim(Prim::U8)));
        let string = || Ty::adt("std::string::String", []);
        let argument = || {
            let ty = self.solver.normalise(first_type(&trait_.args)?);
            (!ty.has_params() && !has_projection(&ty)).then(|| erase(&ty))
        };
        let assoc = |name: &str| {
            let (_, ty) = trait_.assoc.iter().find(|(n, _)| **n == *name)?;
            let ty = self.solver.normalise(ty);
            (!ty.has_params() && !has_projection(&ty)).then(|| erase(&ty))
        };
        let item = || match assoc("Item") {
            Some(item) => vec![item],
            None if depth > 0 => self.types_at(items, &[], env, depth - 1),
            None => Vec::new(),
        };
        match last(&trait_.path) {
            "ExactSizeIterator" => item().iter().map(iterator_over).collect(),
            "Iterator" | "DoubleEndedIterator" | "FusedIterator" => item()
                .iter()
                .flat_map(|item| [Some(iterator_over(item)), filtered(item)])
                .flatten()
                .collect(),
            "IntoIterator" => item()
                .iter()
                .flat_map(|item| {
                    let iterator = || iterator_over(item);
                    let all =
                        if *item == tracked() { iterator() } else { std("std::vec::Vec", item) };
                    [all, filtered(item).unwrap_or_else(iterator)]
                })
                .collect(),
            "FromIterator" | "Extend" => argument()
                .map(|item| match &item {
                    Ty::Prim(Prim::Char) => vec![string(), std("std::vec::Vec", &item)],
                    _ => vec![std("std::vec::Vec", &item)],
                })
                .unwrap_or_default(),
            "Into" | "TryInto" => argument()
                .map(|target| {
                    let mut types = self.sources_of(&target);
                    types.extend(self.by_conversion(&target));
                    types
                })
                .unwrap_or_default(),
            // What is asked to come from a reference to anything comes from text.
            "From" if argument().is_none() => vec![string()],
            "Borrow" | "BorrowMut" => argument()
                .map(|target| {
                    let mut types = self.sources_of(&target);
                    types.push(std("std::boxed::Box", &target));
                    types
                })
                .unwrap_or_default(),
            "AsRef" | "AsMut" => argument()
                .map(|target| {
                    let mut types = self.sources_of(&target);
                    // It has both for whatever is in it, also without a size.
                    types.push(std("std::boxed::Box", &target));
                    types.extend(self.shortlist(&trait_.path));
                    types
                })
                .unwrap_or_default(),
            "Deref" | "DerefMut" => match assoc("Target") {
                Some(target) if !self.solver.is_unsized(&target) => {
                    vec![std("std::boxed::Box", &target)]
                }
                Some(target) => self.sources_of(&target),
                None => vec![std("std::boxed::Box", &prim(Prim::I32))],
            },
            "RangeBounds" => argument()
                .filter(|ty| !self.solver.is_unsized(ty))
                .map(|ty| {
                    ["Range", "RangeInclusive", "RangeFrom", "RangeTo", "RangeToInclusive"]
                        .iter()
                        .map(|kind| std(&format!("std::ops::{kind}"), &ty))
                        .chain([Ty::adt("std::ops::RangeFull", [])])
                        .collect()
                })
                .unwrap_or_default(),
            "SliceIndex" => vec![prim(Prim::Usize), std("std::ops::Range", &prim(Prim::Usize))],
            "Hasher" => vec![Ty::adt("std::hash::DefaultHasher", [])],
            "BuildHasher" => vec![
                std("std::hash::BuildHasherDefault", &Ty::adt("std::hash::DefaultHasher", [])),
                Ty::adt("std::hash::RandomState", []),
            ],
            "Read" | "BufRead" => {
                vec![
                    Ty::shared(bytes()),
                    std("std::io::Cursor", &std("std::vec::Vec", &prim(Prim::U8))),
                ]
            }
            "Seek" => vec![std("std::io::Cursor", &std("std::vec::Vec", &prim(Prim::U8)))],
            "Write" if trait_.path.contains("fmt") => vec![string()],
            "Write" => vec![
                std("std::vec::Vec", &prim(Prim::U8)),
                std("std::io::Cursor", &std("std::vec::Vec", &prim(Prim::U8))),
            ],
            "Future" | "IntoFuture" => {
                let output = assoc("Output").unwrap_or_else(|| prim(Prim::I32));
                vec![std("std::future::Ready", &output)]
            }
            "Error" => vec![Ty::adt("std::fmt::Error", []), Ty::adt("std::num::ParseIntError", [])],
            "Pattern" => vec![prim(Prim::Char), Ty::shared(prim(Prim::Str))],
            "Float" => vec![prim(Prim::F64)],
            _ => Vec::new(),
        }
    }

    /// Types from which `target` can be borrowed or trivially made.
    fn sources_of(&self, target: &Ty) -> Vec<Ty> {
        let string = Ty::adt("std::string::String", []);
        let text = Ty::shared(Ty::Prim(Prim::Str));
        match target {
            Ty::Prim(Prim::Str) => vec![text, string],
            Ty::Slice(element) => {
                let mut types = vec![
                    Ty::adt("std::vec::Vec", [(**element).clone()]),
                    Ty::shared(target.clone()),
                ];
                if **element == Ty::Prim(Prim::U8) {
                    types.push(text);
                }
                types
            }
            Ty::Adt(path, _) if **path == *"std::string::String" => vec![text, string],
            Ty::Adt(path, _) if std_traits::is_unsized(path) => {
                let owned = match last(path) {
                    "Path" => "std::path::PathBuf",
                    "CStr" => "std::ffi::CString",
                    _ => "std::ffi::OsString",
                };
                vec![text, string, Ty::adt(owned, [])]
            }
            Ty::Adt(path, _) if last(path) == "Cow" => vec![text, string],
            _ if self.solver.is_unsized(target) => vec![Ty::shared(target.clone())],
            _ => vec![target.clone()],
        }
    }

    /// Types with a listed `From` impl into `target`.
    fn by_conversion(&self, target: &Ty) -> Vec<Ty> {
        let mut found = Vec::new();
        for &id in self.solver.impls_of("std::convert::From") {
            let impl_ = &self.solver.model.impls[id];
            let mut inner = Subst::default();
            if crate::types::subst::unify(&impl_.for_, target, &mut inner) {
                let from = impl_.trait_.as_ref().and_then(|trait_| first_type(&trait_.args));
                if let Some(from) = from {
                    let from = erase(&inner.apply(from));
                    if !from.has_params() {
                        found.push(from);
                    }
                }
            }
        }
        found
    }
}

/// The closure trait asked of the type that a blanket impl is for.
fn called_by<'g>(generics: &'g Generics, for_: &Ty) -> Option<&'g FnBound> {
    let Ty::Param(_) = for_ else { return None };
    generics.bounds().into_iter().find_map(|(ty, bound)| match bound {
        Bound::Fn(bound) if ty == *for_ => Some(bound),
        _ => None,
    })
}

/// An iterator that knows how many items are to come. Those that notice what becomes of them are looked at on the way, so that
/// the iterator may panic half-way through.
fn iterator_over(item: &Ty) -> Ty {
    let items = Ty::adt("std::vec::IntoIter", [item.clone()]);
    if *item == tracked() {
        Ty::adt("std::iter::Map", [items, pointer_to(item.clone(), item.clone())])
    } else {
        items
    }
}

/// An iterator that does not know how many items are to come: its `size_hint` starts at nothing. Items that borrow have no
/// name to write into a function pointer.
fn filtered(item: &Ty) -> Option<Ty> {
    let predicate = pointer_to(Ty::shared(item.clone()), Ty::Prim(Prim::Bool));
    let items = Ty::adt("std::vec::IntoIter", [item.clone()]);
    (!has_lifetime(item)).then(|| Ty::adt("std::iter::Filter", [items, predicate]))
}

fn pointer_to(input: Ty, output: Ty) -> Ty {
    Ty::FnPointer(Box::new(FnPointer {
        lifetimes: Vec::new(),
        inputs: vec![input],
        output,
        is_unsafe: false,
        abi: None,
    }))
}

/// The function pointer that satisfies a closure bound.
pub fn function_pointer(subst: &Subst, bound: &FnBound) -> Ty {
    Ty::FnPointer(Box::new(FnPointer {
        lifetimes: bound.lifetimes.clone(),
        inputs: bound.inputs.iter().map(|input| subst.apply(input)).collect(),
        output: subst.apply(&bound.output),
        is_unsafe: false,
        abi: None,
    }))
}

/// Constants tried for a const parameter.
pub fn constants(ty: &Ty) -> Vec<Const> {
    let texts: &[&str] = match ty {
        Ty::Prim(Prim::Bool) => &["true", "false"],
        Ty::Prim(Prim::Char) => &["'a'", "'b'"],
        _ => &["4", "2", "1"],
    };
    texts.iter().map(|text| Const::Expr((*text).into())).collect()
}

/// The distance of an array's length from one that is tried first; none at all is least informative.
fn oddness(ty: &Ty) -> usize {
    let Ty::Array(_, length) = ty else { return 0 };
    let usual = constants(&Ty::Prim(Prim::Usize));
    let is_empty = matches!(length, Const::Expr(text) if &**text == "0");
    let place = usual.iter().position(|known| known == length).unwrap_or(usual.len());
    if is_empty { usual.len() + 1 } else { place }
}

/// The bounds as a key: what has been learned for one function holds for others that ask alike.
pub fn signature(bounds: &[&Bound]) -> String {
    let mut texts: Vec<String> =
        bounds.iter().map(|bound| bound.print(gadfly_model::Lifetimes::Inferred)).collect();
    texts.sort();
    texts.join(" + ")
}

/// One of each head first, so that the first few are different in kind.
fn spread(types: Vec<Ty>) -> Vec<Ty> {
    let mut heads = BTreeSet::new();
    let (first, rest): (Vec<Ty>, Vec<Ty>) = types.into_iter().partition(|ty| {
        let head = match strip_refs(ty) {
            Ty::Adt(path, _) => path.to_string(),
            other => format!("{other:?}"),
        };
        heads.insert(head)
    });
    first.into_iter().chain(rest).collect()
}
