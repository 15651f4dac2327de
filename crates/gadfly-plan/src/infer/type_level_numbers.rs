//! Numbers that are types: `UInt<UInt<UTerm, B1>, B0>` and the like, as lengths of arrays were
//! written before constants could be parameters.
//!
//! A trait without methods that a plain type has, and another that is built on a type which has
//! the trait, counts something. The plain type is most likely zero: as a length it makes for empty
//! values, in which little can happen.

use gadfly_model::{Arg, Bound, Impl, Name, Owner, TraitRef, Ty};

use crate::solve::trait_solver::TraitSolver;
use crate::types::subst::Subst;

/// The number of times a number is extended: with a binary digit each time, the result is fifteen.
const DIGITS: usize = 4;

/// A number that has the trait and is not zero, if the trait is about numbers.
pub(crate) fn numeral(solver: &TraitSolver<'_>, trait_: &TraitRef) -> Option<Ty> {
    let functions = &solver.model.functions;
    let impls = || solver.impls_of(&trait_.path).iter().map(|id| &solver.model.impls[*id]);
    let is_method = |owner: &Owner| match owner {
        Owner::Provided(path) => *path == trait_.path,
        Owner::TraitImpl(id) => {
            let of = solver.model.impls[*id].trait_.as_ref();
            of.is_some_and(|of| of.path == trait_.path)
        }
        _ => false,
    };
    let zero = impls().find_map(|impl_| match &impl_.for_ {
        Ty::Adt(_, args) if args.is_empty() => Some(impl_.for_.clone()),
        _ => None,
    })?;
    // The last digit is the largest.
    let (step, param) = impls().rev().find_map(|impl_| Some((impl_, built_on(impl_)?)))?;
    if functions.iter().any(|function| is_method(&function.owner)) {
        return None;
    }
    let mut number = zero;
    for _ in 0..DIGITS {
        let mut digit = Subst::default();
        digit.bind_ty(param, &number);
        number = digit.apply(&step.for_);
    }
    (!number.has_params()).then_some(number)
}

/// The parameter of which an impl asks the same trait, and which its type is built on.
fn built_on(impl_: &Impl) -> Option<&Name> {
    let trait_ = impl_.trait_.as_ref()?;
    let Ty::Adt(_, args) = &impl_.for_ else { return None };
    let own = args.iter().find_map(|arg| match arg {
        Arg::Ty(Ty::Param(name)) => Some(name),
        _ => None,
    })?;
    let asks = |ty: &Ty, bound: &Bound| {
        let is_own = matches!(ty, Ty::Param(name) if name == own);
        is_own && matches!(bound, Bound::Trait { trait_: asked, .. } if asked.path == trait_.path)
    };
    impl_.generics.bounds().into_iter().any(|(ty, bound)| asks(&ty, bound)).then_some(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::{Generics, Model, Param, ParamKind};

    /// `impl Length for Zero`, and if asked for `impl<N: Length> Length for More<N>`.
    fn model(has_more: bool) -> Model {
        let of = |for_: Ty, generics| Impl {
            krate: "k".into(),
            generics,
            trait_: Some(TraitRef::plain("k::Length")),
            for_,
            assoc_types: Vec::new(),
            is_negative: false,
            is_synthetic: false,
        };
        let trait_ = TraitRef::plain("k::Length");
        let bounds = vec![Bound::Trait { trait_, lifetimes: Vec::new() }];
        let kind = ParamKind::Type { bounds, default: None, synthetic: false };
        let param = Param { name: "N".into(), kind };
        let generics = Generics { params: vec![param], ..Generics::default() };
        let mut impls = vec![of(Ty::adt("k::Zero", []), Generics::default())];
        if has_more {
            impls.push(of(Ty::adt("k::More", [Ty::Param("N".into())]), generics));
        }
        Model { krate: "k".into(), impls, ..Model::default() }
    }

    #[test]
    fn a_number_is_built_where_a_trait_counts_and_nowhere_else() {
        let length = TraitRef::plain("k::Length");
        let counting = model(true);
        let more = |number: Ty| Ty::adt("k::More", [number]);
        let four = more(more(more(more(Ty::adt("k::Zero", [])))));
        assert_eq!(numeral(&TraitSolver::new(&counting), &length), Some(four));
        let plain = model(false);
        assert_eq!(numeral(&TraitSolver::new(&plain), &length), None);
    }
}
