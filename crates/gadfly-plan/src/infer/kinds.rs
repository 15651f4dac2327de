//! Kinds of instances: the first distinction among the types with which a function can be called.
//!
//! A generic function is worth a call with one type of each kind, rather than with many instances of the same; and in a
//! crate that uses `unsafe`, with tracked values.

use gadfly_model::{Bound, Name, Ty};

use crate::operations::candidate::Candidate;
use crate::solve::trait_solver::TraitSolver;
use crate::types::shape::FunctionShape;
use crate::types::subst::{Owns, owns, strip_refs};

/// The largest number of kinds with which a function is called.
pub(crate) const MOST: usize = 4;

/// The features that distinguish kinds of instances.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InstanceKind {
    /// The arguments' types without their own arguments, where they have a name.
    heads: Vec<Option<Name>>,
    /// `true` if values are tracked.
    tracks: bool,
}

impl InstanceKind {
    /// Returns whether the standard library's types are all that it takes: those that everybody passes.
    pub(crate) fn is_standard(&self) -> bool {
        let is_std = |head: &Name| head.starts_with("std::");
        let mut heads = self.heads.iter().flatten().peekable();
        heads.peek().is_some() && heads.all(is_std)
    }
}

/// The kind of an instance.
pub(crate) fn kind(candidate: &Candidate) -> InstanceKind {
    let head = |ty: &Ty| match strip_refs(ty) {
        Ty::Adt(path, _) => Some(path.clone()),
        _ => None,
    };
    InstanceKind {
        heads: candidate.inputs.iter().map(|input| head(&input.ty)).collect(),
        tracks: candidate.inputs.iter().any(|input| owns(&input.ty) == Owns::Tracked),
    }
}

/// Returns whether instances of a function may differ in kind.
pub(crate) fn may_differ(solver: &TraitSolver<'_>, shape: &FunctionShape<'_>) -> bool {
    let generics = shape.generics();
    shape.params().any(|param| {
        let bounds = TraitSolver::bounds_on(&generics, &param.name);
        let is_free = !shape.closures.contains_key(&param.name);
        let is_choice = bounds.iter().any(|(bound, ty)| match (bound, ty) {
            (Bound::Trait { trait_, .. }, Ty::Param(_)) => {
                solver.is_modelled_trait(&trait_.path) && solver.impls_of(&trait_.path).len() > 1
            }
            _ => false,
        });
        is_free && (is_choice || solver.tracks())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::candidate::Input;
    use crate::types::tracked::tracked;
    use gadfly_model::Prim;

    #[test]
    fn kinds_differ_in_heads_and_in_what_is_tracked() {
        let of = |inputs| kind(&Candidate::builtin(inputs, "f"));
        let list = |item| Input::shared(Ty::adt("k::List", [item]));
        let other = Input::shared(Ty::adt("k::Other", [Ty::Prim(Prim::U8)]));
        let plain = of(vec![list(Ty::Prim(Prim::U8))]);
        assert_eq!(plain, of(vec![list(Ty::Prim(Prim::U16))]));
        assert_ne!(plain, of(vec![other]));
        assert_ne!(plain, of(vec![list(tracked())]));
    }

    #[test]
    fn types_of_the_standard_library_are_what_everybody_passes() {
        let is_standard =
            |ty: Ty| kind(&Candidate::builtin(vec![Input::shared(ty)], "f")).is_standard();
        let byte = Ty::Prim(Prim::U8);
        assert!(is_standard(Ty::adt("std::vec::IntoIter", [byte.clone()])));
        assert!(!is_standard(Ty::adt("k::Cycle", [byte.clone()])) && !is_standard(byte));
    }
}
