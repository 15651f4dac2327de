//! Lifetimes that a trait's arguments dictate.
//!
//! `impl<'a> Add<&'a Big> for Big` may write its method with `other: &Big`. Callers go through
//! the trait, where that argument is `&'a Big`, and an output with `'a` in it borrows from it.

use gadfly_model::{Arg, Impl, Name, Ty};

/// The input's type with the lifetimes that the trait or the impl's type has in its place.
pub(super) fn adopt_lifetimes(input: &Ty, block: &Impl) -> Ty {
    let Some(trait_) = &block.trait_ else { return input.clone() };
    let dictated: Vec<&Ty> = trait_
        .args
        .iter()
        .filter_map(|arg| match arg {
            Arg::Ty(ty) => Some(ty),
            _ => None,
        })
        .chain([&block.for_])
        .filter(|ty| has_lifetime(ty, &|_| true))
        .collect();
    input.map(&|part| {
        if !matches!(part, Ty::Ref { .. } | Ty::Adt(..) | Ty::Tuple(_))
            || !has_lifetime(part, &|name| name.is_none_or(|name| **name == *"_"))
        {
            return None;
        }
        let erased = erase(part);
        dictated.iter().find(|ty| erase(ty) == erased).map(|ty| (*ty).clone())
    })
}

/// Returns whether a lifetime for which `test` holds occurs; an unnamed one of a reference is `None`.
fn has_lifetime(ty: &Ty, test: &dyn Fn(Option<&Name>) -> bool) -> bool {
    ty.any(&mut |part| match part {
        Ty::Ref { lifetime, .. } => test(lifetime.as_ref()),
        Ty::Adt(_, args) => {
            args.iter().any(|arg| matches!(arg, Arg::Lifetime(name) if test(Some(name))))
        }
        _ => false,
    })
}

/// The type with all lifetimes unnamed.
fn erase(ty: &Ty) -> Ty {
    ty.map(&|part| match part {
        Ty::Ref { mutable, inner, .. } => {
            Some(Ty::Ref { mutable: *mutable, lifetime: None, inner: Box::new(erase(inner)) })
        }
        Ty::Adt(path, args) => {
            let erased = args.iter().map(|arg| match arg {
                Arg::Lifetime(_) => Arg::Lifetime("_".into()),
                Arg::Ty(ty) => Arg::Ty(erase(ty)),
                Arg::Const(_) => arg.clone(),
            });
            Some(Ty::Adt(path.clone(), erased.collect()))
        }
        _ => None,
    })
}
