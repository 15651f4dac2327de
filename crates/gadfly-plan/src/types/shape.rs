//! A function with everything its parameters depend on in one place.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gadfly_model::{
    Arg, Bound, Const, FnBound, Function, Generics, Model, Name, Owner, Param, ParamKind, TraitRef,
    Ty,
};

use crate::solve::trait_solver::mentions;

/// The signature of a function with its owner's parameters.
pub struct FunctionShape<'m> {
    /// The function.
    pub function: &'m Function,
    /// Parameters and bounds: the owner's, then its own.
    pub generics: Vec<Cow<'m, Generics>>,
    /// The type it is called on: `<self_ty>::name`.
    pub self_ty: Option<Ty>,
    /// The trait it is called through.
    pub trait_: Option<TraitRef>,
    /// Parameters that ask for a closure.
    pub closures: BTreeMap<Name, FnBound>,
}

impl<'m> FunctionShape<'m> {
    /// Gathers the signature.
    pub fn of(model: &'m Model, function: &'m Function) -> FunctionShape<'m> {
        let mut generics = Vec::new();
        let (self_ty, trait_) = match &function.owner {
            Owner::Module => (None, None),
            Owner::Inherent(id) | Owner::TraitImpl(id) => {
                let impl_ = &model.impls[*id];
                generics.push(Cow::Borrowed(&impl_.generics));
                (Some(impl_.for_.clone()), impl_.trait_.clone())
            }
            Owner::Provided(path) => {
                let trait_ = model.traits.get(path);
                let declared = trait_.map(|trait_| trait_.generics.clone()).unwrap_or_default();
                let reference = TraitRef { args: own_args(&declared), ..TraitRef::plain(path) };
                generics.push(Cow::Owned(with_self(declared, &reference)));
                (Some(Ty::Param("Self".into())), Some(reference))
            }
        };
        generics.push(Cow::Borrowed(&function.generics));
        let mut closures = BTreeMap::new();
        for generics in &generics {
            for (ty, bound) in generics.bounds() {
                if let (Ty::Param(name), Bound::Fn(bound)) = (&ty, bound) {
                    closures.entry(name.clone()).or_insert_with(|| bound.clone());
                }
            }
        }
        FunctionShape { function, generics, self_ty, trait_, closures }
    }

    /// The parameter lists as plain references.
    pub fn generics(&self) -> Vec<&Generics> {
        self.generics.iter().map(|generics| &**generics).collect()
    }

    /// Type and const parameters in declaration order.
    pub fn params(&self) -> impl Iterator<Item = &Param> {
        self.generics
            .iter()
            .flat_map(|generics| &generics.params)
            .filter(|param| !matches!(param.kind, ParamKind::Lifetime { .. }))
    }

    /// Returns whether a closure parameter is part of a type that must be written, so that it has to be
    /// a function pointer.
    pub fn is_closure_named(&self, param: &str) -> bool {
        let in_bounds = self.generics.iter().any(|generics| {
            generics.bounds().iter().any(|(ty, bound)| {
                let direct = matches!(ty, Ty::Param(name) if **name == *param);
                let mut inside = false;
                bound.walk(&mut |part| {
                    inside |= matches!(part, Ty::Param(name) if **name == *param);
                    true
                });
                inside || (!direct && mentions(ty, param))
            })
        });
        in_bounds
            || self.self_ty.as_ref().is_some_and(|ty| mentions(ty, param))
            || mentions(&self.function.output, param)
            || self.function.inputs.iter().any(|(_, ty)| {
                mentions(ty, param) && !matches!(super::subst::strip_refs(ty), Ty::Param(_))
            })
    }
}

fn own_args(generics: &Generics) -> Vec<Arg> {
    generics
        .params
        .iter()
        .map(|param| match &param.kind {
            ParamKind::Lifetime { .. } => Arg::Lifetime(param.name.clone()),
            ParamKind::Type { .. } => Arg::Ty(Ty::Param(param.name.clone())),
            ParamKind::Const { .. } => Arg::Const(Const::Param(param.name.clone())),
        })
        .collect()
}

fn with_self(mut generics: Generics, trait_: &TraitRef) -> Generics {
    let bound = Bound::Trait { trait_: trait_.clone(), lifetimes: Vec::new() };
    let kind = ParamKind::Type { bounds: vec![bound], default: None, synthetic: true };
    generics.params.insert(0, Param { name: "Self".into(), kind });
    generics
}
