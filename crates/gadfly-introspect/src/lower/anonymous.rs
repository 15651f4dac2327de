//! Names for the lifetimes that an impl's header leaves unnamed.
//!
//! `impl Iterator for Drain<'_>` has a lifetime parameter without a name. Inside the impl `Self`
//! stands for the type with that very lifetime, so it needs one: an unnamed lifetime in a
//! method's signature means another thing.

use std::cell::RefCell;

use gadfly_model::{Arg, Name, Param, ParamKind, Ty};

/// Hands out names: `anon0`, `anon1`, …
#[derive(Default)]
pub(super) struct Anonymous(RefCell<Vec<Name>>);

impl Anonymous {
    pub(super) fn ty(&self, ty: &Ty) -> Ty {
        ty.map(&|part| self.replace(part))
    }

    pub(super) fn args(&self, args: &[Arg]) -> Vec<Arg> {
        args.iter()
            .map(|arg| match arg {
                Arg::Lifetime(name) if **name == *"_" => Arg::Lifetime(self.fresh()),
                Arg::Ty(ty) => Arg::Ty(self.ty(ty)),
                other => other.clone(),
            })
            .collect()
    }

    /// The parameters that were made.
    pub(super) fn into_params(self) -> impl Iterator<Item = Param> {
        self.0
            .into_inner()
            .into_iter()
            .map(|name| Param { name, kind: ParamKind::Lifetime { outlives: Vec::new() } })
    }

    fn replace(&self, part: &Ty) -> Option<Ty> {
        match part {
            Ty::Adt(path, args) => Some(Ty::Adt(path.clone(), self.args(args))),
            Ty::Ref { mutable, lifetime, inner } => {
                let lifetime = match lifetime {
                    Some(name) if **name != *"_" => name.clone(),
                    _ => self.fresh(),
                };
                let inner = Box::new(self.ty(inner));
                Some(Ty::Ref { mutable: *mutable, lifetime: Some(lifetime), inner })
            }
            // In these an unnamed lifetime is bound where it stands.
            Ty::FnPointer(_) | Ty::Dyn(_) | Ty::Impl(_) => Some(part.clone()),
            _ => None,
        }
    }

    fn fresh(&self) -> Name {
        let mut names = self.0.borrow_mut();
        let name = Name::from(format!("anon{}", names.len()));
        names.push(name.clone());
        name
    }
}
