//! A model in which types that were made up stand beside those of the subject.

use gadfly_model::{
    Adt, AdtKind, Arg, Const, Fields, Generics, Impl, Model, NamedField, ParamKind, Trait,
};
use gadfly_model::{TraitRef, Ty};

use super::keep::KeptValue;
use super::write::type_of;
use super::{MODULE, Stub};

/// The model with such types in it.
pub fn join(model: &Model, implementors: &[Stub]) -> Model {
    let mut joined = model.clone();
    for implementor in implementors {
        let ty = type_of(&implementor.definition);
        let Ty::Adt(path, _) = &ty else { continue };
        joined.names.insert(path.clone(), path.clone());
        joined.adts.insert(
            path.clone(),
            Adt {
                path: path.clone(),
                krate: MODULE.into(),
                is_nameable: true,
                generics: Generics::default(),
                kind: AdtKind::Struct(fields(implementor)),
                is_sized: true,
                is_non_exhaustive: false,
                docs: None,
            },
        );
        for implemented in &implementor.traits {
            let Some(trait_) = model.traits.get(&implemented.path) else { continue };
            let qualified = |set: &Ty| {
                set.map(&|part| {
                    let is_own = matches!(part, Ty::Adt(name, _)
                        if **name == *implementor.definition.name);
                    is_own.then(|| ty.clone())
                })
            };
            let set = implemented.assoc_types.iter();
            joined.impls.push(Impl {
                krate: MODULE.into(),
                generics: trait_.generics.clone(),
                trait_: Some(of_itself(trait_)),
                for_: ty.clone(),
                assoc_types: set.map(|(name, set)| (name.clone(), qualified(set))).collect(),
                is_negative: false,
                is_synthetic: false,
            });
        }
        for derived in &implementor.derives {
            joined.impls.push(Impl {
                krate: MODULE.into(),
                generics: Generics::default(),
                trait_: Some(derived_for(derived, &ty)),
                for_: ty.clone(),
                assoc_types: Vec::new(),
                is_negative: false,
                is_synthetic: false,
            });
        }
    }
    joined
}

/// The fields of a stub: visible, and written by the stub alone.
fn fields(implementor: &Stub) -> Fields {
    let field = |kept: &KeptValue| NamedField {
        name: kept.field.as_str().into(),
        ty: Ty::adt("std::vec::Vec", [kept.ty.clone()]),
    };
    match implementor.kept.as_slice() {
        [] => Fields::Unit,
        kept => Fields::Named { fields: kept.iter().map(field).collect(), has_private: true },
    }
}

/// A trait that is derived; what compares takes another of the same type.
fn derived_for(path: &str, ty: &Ty) -> TraitRef {
    let compares = path.starts_with("std::cmp::Partial");
    let args = compares.then(|| Arg::Ty(ty.clone()));
    TraitRef { args: args.into_iter().collect(), ..TraitRef::plain(path) }
}

/// A trait with its own parameters as arguments.
pub(super) fn of_itself(trait_: &Trait) -> TraitRef {
    let args = trait_.generics.params.iter().map(|param| match &param.kind {
        ParamKind::Lifetime { .. } => Arg::Lifetime(param.name.clone()),
        ParamKind::Type { .. } => Arg::Ty(Ty::Param(param.name.clone())),
        ParamKind::Const { .. } => Arg::Const(Const::Param(param.name.clone())),
    });
    TraitRef { args: args.collect(), ..TraitRef::plain(&trait_.path) }
}
