//! Values that only an implementor of a trait receives: a second type keeps them for others.

use gadfly_model::rust_path::last;
use gadfly_model::{AdtKind, Fields, Function, Owner, Receiver, Trait, TraitRef, Ty};

use crate::names::snake_case;
use crate::solve::std_traits::TraitVerdict;
use crate::solve::trait_solver::TraitSolver;
use crate::types::subst::{erase, has_lifetime};

/// A field with the values of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptValue {
    /// Its name.
    pub field: String,
    /// The type of the values.
    pub ty: Ty,
}

/// The values that an implementor of a trait is given and that no other code can get.
pub(super) fn kept(solver: &TraitSolver<'_>, trait_: &Trait) -> Vec<KeptValue> {
    let mut types: Vec<Ty> = Vec::new();
    for method in trait_.required.methods.iter().chain(provided(solver, trait_)) {
        for (_, ty) in given(method) {
            let ty = erase(ty);
            if !types.contains(&ty) && is_rare(solver, &ty) {
                types.push(ty);
            }
        }
    }
    let is_only = types.len() == 1;
    let field = |ty: &Ty| match ty {
        Ty::Adt(path, _) if !is_only => format!("seen_{}", snake_case(last(path))),
        _ => "seen".to_owned(),
    };
    types.into_iter().map(|ty| KeptValue { field: field(&ty), ty }).collect()
}

/// The methods of a trait that have a body, and may have another.
pub(super) fn provided<'w>(
    solver: &'w TraitSolver<'_>,
    trait_: &'w Trait,
) -> impl Iterator<Item = &'w Function> {
    solver
        .model
        .functions
        .iter()
        .filter(|function| matches!(&function.owner, Owner::Provided(path) if *path == trait_.path))
}

/// The arguments of a method that can be kept: by index, with the type behind a reference.
pub(super) fn given(method: &Function) -> Vec<(usize, &Ty)> {
    if method.receiver != Some(Receiver::Exclusive) || method.generics.is_generic() {
        return Vec::new();
    }
    let inputs = method.inputs.iter().enumerate().skip(1);
    let behind = |(index, (_, ty)): (usize, &'_ (_, Ty))| match ty {
        Ty::Ref { mutable: false, .. } | Ty::Adt(..) => Some(index),
        _ => None,
    };
    inputs
        .filter_map(behind)
        .map(|index| match &method.inputs[index].1 {
            Ty::Ref { inner, .. } => (index, &**inner),
            ty => (index, ty),
        })
        .collect()
}

/// The statement that keeps an argument.
pub(super) fn statement(kept: &[KeptValue], name: &str, argument: &Ty) -> Option<String> {
    let (ty, suffix) = match argument {
        Ty::Ref { inner, .. } => (&**inner, ".clone()"),
        ty => (ty, ""),
    };
    let KeptValue { field, .. } = kept.iter().find(|kept| kept.ty == erase(ty))?;
    Some(format!("self.{field}.push({name}{suffix});"))
}

/// Returns whether a type is one of the subject's that can be copied and that callers cannot build: by no more than `Default`.
fn is_rare(solver: &TraitSolver<'_>, ty: &Ty) -> bool {
    let model = solver.model;
    let Ty::Adt(path, _) = ty else { return false };
    let Some(adt) = model.adts.get(path) else { return false };
    let is_opaque = match &adt.kind {
        AdtKind::Struct(Fields::Tuple(fields)) => fields.iter().any(Option::is_none),
        AdtKind::Struct(Fields::Named { has_private, .. }) => *has_private,
        _ => false,
    };
    let clone = TraitRef::plain("std::clone::Clone");
    let is_made = model.functions.iter().any(|function| {
        !is_of_std(solver, function) && function.output.any(&mut |part| erase(part) == *ty)
    });
    model.is_local(&adt.krate)
        && adt.is_nameable
        && is_opaque
        && !is_made
        && !ty.has_params()
        && !has_lifetime(ty)
        && solver.judge(ty, &clone) == TraitVerdict::Yes
}

/// Returns whether a function is one of `Clone`, `Default` or the like: those make no values that were not there.
fn is_of_std(solver: &TraitSolver<'_>, function: &Function) -> bool {
    let Owner::TraitImpl(id) = function.owner else { return false };
    let trait_ = solver.model.impls[id].trait_.as_ref();
    trait_.is_some_and(|trait_| matches!(last(&trait_.path), "Clone" | "Default"))
}
