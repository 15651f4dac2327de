//! Instances of generic types that nothing has made yet.

use gadfly_model::{Arg, Bound, Const, Generics, Name, ParamKind, Ty};

use super::instantiate::Instantiator;
use crate::solve::trait_solver::TraitSolver;
use crate::types::subst::{Subst, erase};

/// An instance of a generic type made up from what impls ask of its parameters.
pub fn seed(
    solver: &TraitSolver<'_>,
    instantiator: &Instantiator<'_>,
    path: &Name,
    generics: &Generics,
) -> Option<Ty> {
    let mut subst = Subst::default();
    let pattern = pattern_of(path, generics);
    for param in &generics.params {
        match &param.kind {
            ParamKind::Lifetime { .. } => {}
            ParamKind::Type { bounds, .. } => {
                let (hinted, default) =
                    instantiator.hints.of(solver.model, Some(&pattern), &param.name);
                let default = default.map(|default| erase(&subst.apply(&default)));
                let asked: Vec<&Bound> = bounds.iter().chain(&hinted).collect();
                let chosen = default.filter(|default| !default.has_params()).or_else(|| {
                    instantiator.chooser.types(&asked, &[], &subst).into_iter().next()
                })?;
                subst.bind_ty(&param.name, &chosen);
            }
            ParamKind::Const { ty, .. } => {
                let constant = super::type_choice::constants(ty).into_iter().next()?;
                subst.bind(&param.name, Arg::Const(constant));
            }
        }
    }
    Some(erase(&subst.apply(&pattern)))
}

fn pattern_of(path: &Name, generics: &Generics) -> Ty {
    let args = generics
        .params
        .iter()
        .map(|param| match &param.kind {
            ParamKind::Lifetime { .. } => Arg::Lifetime("_".into()),
            ParamKind::Type { .. } => Arg::Ty(Ty::Param(param.name.clone())),
            ParamKind::Const { .. } => Arg::Const(Const::Param(param.name.clone())),
        })
        .collect();
    Ty::Adt(path.clone(), args)
}
