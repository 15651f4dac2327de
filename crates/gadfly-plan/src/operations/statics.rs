//! Which arguments must hold no borrow, because `'static` is asked of them.

use std::collections::BTreeSet;

use gadfly_model::{Arg, Bound, Generics, Model, Name, Ty};

use crate::solve::trait_solver::{TraitSolver, mentions};
use crate::types::lifetimes::mentioned;
use crate::types::subst::{Subst, has_lifetime};

/// Returns whether a parameter of this type, as it is declared, asks for something without borrows.
/// `generics` are the parameter lists in sight; `bound` is what their parameters stand for: of
/// one that cannot hold a borrow anyway nothing is asked.
pub fn asks_static(model: &Model, generics: &[&Generics], bound: &Subst, pattern: &Ty) -> bool {
    match pattern {
        // Behind a reference a trait object lives as long as the reference, unless it says more.
        Ty::Ref { lifetime, inner, .. } if matches!(**inner, Ty::Dyn(_)) => {
            lifetime.as_deref() == Some("static") || is_said(model, generics, bound, inner)
        }
        Ty::Ref { lifetime, inner, .. } => {
            lifetime.as_deref() == Some("static") || asks_static(model, generics, bound, inner)
        }
        Ty::Tuple(items) => items.iter().any(|item| asks_static(model, generics, bound, item)),
        Ty::Slice(inner) | Ty::Array(inner, _) | Ty::Ptr { inner, .. } => {
            asks_static(model, generics, bound, inner)
        }
        Ty::Adt(_, args) => {
            is_said(model, generics, bound, pattern)
                || args.iter().any(|arg| match arg {
                    Arg::Ty(ty) => asks_static(model, generics, bound, ty),
                    _ => false,
                })
        }
        // Elsewhere a trait object that names no lifetime holds no borrow.
        Ty::Dyn(bounds) => {
            let is_named = bounds.iter().any(|bound| matches!(bound, Bound::Lifetime(_)));
            !is_named || is_said(model, generics, bound, pattern)
        }
        _ => is_said(model, generics, bound, pattern),
    }
}

/// Returns whether a part of the type says `'static`, or is a parameter of which it is asked.
fn is_said(model: &Model, generics: &[&Generics], bound: &Subst, ty: &Ty) -> bool {
    ty.any(&mut |part| {
        mentioned(part).contains(&Some("static"))
            || matches!(part, Ty::Param(name) if may_borrow(bound, name)
                && is_static_param(model, generics, name))
    }) || generics.iter().any(|generics| {
        // `<T as Trait>::Item: 'static`
        generics.bounds().iter().any(|(bounded, bound)| {
            let is_it = !matches!(bounded, Ty::Param(_)) && bounded == ty;
            is_it && is_static_bound(model, bound, &mut BTreeSet::new())
        })
    })
}

fn may_borrow(bound: &Subst, param: &Name) -> bool {
    bound.ty(param).is_none_or(has_lifetime)
}

fn is_static_param(model: &Model, generics: &[&Generics], param: &Name) -> bool {
    TraitSolver::bounds_on(generics, param).into_iter().any(|(bound, bounded)| {
        // A bound on a type that has the parameter in it asks it of the parameter too; one on
        // what a trait makes of it need not.
        let is_about = !matches!(bounded, Ty::Projection(_)) && mentions(&bounded, param);
        is_about && is_static_bound(model, bound, &mut BTreeSet::new())
    })
}

/// Returns whether a bound asks for `'static`, itself or by a supertrait.
fn is_static_bound(model: &Model, bound: &Bound, seen: &mut BTreeSet<Name>) -> bool {
    match bound {
        Bound::Lifetime(name) => **name == *"static",
        Bound::Trait { trait_, .. } => {
            // What becomes of a value that is `Into<Cow<'static, str>>` is kept as long as that says.
            let is_said = |ty: &Ty| ty.any(&mut |part| mentioned(part).contains(&Some("static")));
            let is_argument = |arg: &Arg| match arg {
                Arg::Ty(ty) => is_said(ty),
                Arg::Lifetime(name) => **name == *"static",
                _ => false,
            };
            if &*trait_.path == "std::any::Any"
                || trait_.args.iter().any(is_argument)
                || trait_.assoc.iter().any(|(_, ty)| is_said(ty))
            {
                return true;
            }
            if !seen.insert(trait_.path.clone()) {
                return false;
            }
            let Some(declared) = model.traits.get(&trait_.path) else { return false };
            let on_self = declared.generics.bounds();
            declared.supertraits.iter().any(|bound| is_static_bound(model, bound, seen))
                || on_self.iter().any(|(ty, bound)| {
                    matches!(ty, Ty::Param(name) if **name == *"Self")
                        && is_static_bound(model, bound, seen)
                })
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::{Param, ParamKind, Trait, TraitRef};

    fn param(bounds: Vec<Bound>) -> Generics {
        let kind = ParamKind::Type { bounds, default: None, synthetic: false };
        Generics { params: vec![Param { name: "T".into(), kind }], ..Generics::default() }
    }

    fn asks(generics: &Generics, pattern: &Ty) -> bool {
        let mut model = Model::default();
        let plugin = Trait {
            path: "k::Plugin".into(),
            krate: "k".into(),
            is_nameable: true,
            generics: Generics::default(),
            supertraits: vec![Bound::Lifetime("static".into())],
            assoc_types: Vec::new(),
            required: gadfly_model::Required::default(),
            is_unsafe: false,
            is_dyn_compatible: true,
            docs: None,
        };
        model.traits.insert(plugin.path.clone(), plugin);
        asks_static(&model, &[generics], &Subst::default(), pattern)
    }

    fn lasting(inner: Ty) -> Ty {
        Ty::Ref { mutable: false, lifetime: Some("static".into()), inner: Box::new(inner) }
    }

    #[test]
    fn bounds_and_supertraits_ask_it_of_a_parameter() {
        let by_trait =
            |path: &str| Bound::Trait { trait_: TraitRef::plain(path), lifetimes: Vec::new() };
        let t = Ty::Param("T".into());
        assert!(!asks(&param(vec![]), &t));
        assert!(asks(&param(vec![Bound::Lifetime("static".into())]), &t));
        assert!(asks(&param(vec![by_trait("std::any::Any")]), &t));
        assert!(asks(&param(vec![by_trait("k::Plugin")]), &Ty::shared(t.clone())));
        assert!(!asks(&param(vec![by_trait("k::Other")]), &t));
        let cow = |lifetime: &str| {
            let text = Arg::Ty(Ty::Prim(gadfly_model::Prim::Str));
            Ty::Adt("std::borrow::Cow".into(), vec![Arg::Lifetime(lifetime.into()), text])
        };
        let into = |target: Ty| {
            let trait_ =
                TraitRef { args: vec![Arg::Ty(target)], ..TraitRef::plain("std::convert::Into") };
            param(vec![Bound::Trait { trait_, lifetimes: Vec::new() }])
        };
        assert!(asks(&into(cow("static")), &t) && !asks(&into(cow("a")), &t));
        assert!(asks(&param(vec![by_trait("k::Plugin")]), &Ty::adt("std::vec::Vec", [t])));
    }

    #[test]
    fn parameters_that_cannot_borrow_demand_nothing() {
        let generics = param(vec![Bound::Lifetime("static".into())]);
        let args = vec![Arg::Lifetime("a".into()), Arg::Ty(Ty::Param("T".into()))];
        let pattern = Ty::Adt("k::EdgeReference".into(), args);
        let asks = |ty: &Ty| {
            let mut bound = Subst::default();
            bound.bind_ty(&"T".into(), ty);
            asks_static(&Model::default(), &[&generics], &bound, &pattern)
        };
        let number = Ty::Prim(gadfly_model::Prim::U8);
        assert!(!asks(&number));
        assert!(asks(&Ty::shared(number)));
    }

    #[test]
    fn a_written_static_asks_it_wherever_it_stands() {
        let none = Generics::default();
        let text = Ty::Prim(gadfly_model::Prim::Str);
        assert!(asks(&none, &lasting(text.clone())));
        assert!(asks(&none, &Ty::adt("std::option::Option", [lasting(text.clone())])));
        assert!(asks(&none, &Ty::Adt("k::S".into(), vec![Arg::Lifetime("static".into())])));
        assert!(!asks(&none, &Ty::shared(text)));
    }

    #[test]
    fn trait_objects_are_static_except_in_references() {
        let none = Generics::default();
        let shape = Bound::Trait { trait_: TraitRef::plain("k::Shape"), lifetimes: Vec::new() };
        let plain = Ty::Dyn(vec![shape.clone()]);
        let tied = Ty::Dyn(vec![shape, Bound::Lifetime("a".into())]);
        assert!(asks(&none, &Ty::adt("std::boxed::Box", [plain.clone()])));
        assert!(!asks(&none, &Ty::adt("std::boxed::Box", [tied])));
        assert!(!asks(&none, &Ty::shared(plain.clone())));
        assert!(asks(&none, &lasting(plain)));
    }
}
