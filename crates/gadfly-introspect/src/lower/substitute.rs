//! Putting arguments in the place of parameters.

use std::collections::BTreeMap;

use gadfly_model::{Arg, Const, Name, Projection, Ty};

/// Arguments by the name of the parameter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Substitution {
    types: BTreeMap<Name, Ty>,
    lifetimes: BTreeMap<Name, Name>,
    consts: BTreeMap<Name, Const>,
}

impl Substitution {
    pub(crate) fn insert(&mut self, param: Name, arg: Arg) {
        match arg {
            Arg::Ty(ty) => {
                self.types.insert(param, ty);
            }
            Arg::Lifetime(lifetime) => {
                self.lifetimes.insert(param, lifetime);
            }
            Arg::Const(constant) => {
                self.consts.insert(param, constant);
            }
        }
    }

    pub(crate) fn ty(&self, ty: &Ty) -> Ty {
        ty.map(&|part| self.replace(part))
    }

    pub(crate) fn args(&self, args: &[Arg]) -> Vec<Arg> {
        args.iter()
            .map(|arg| match arg {
                Arg::Ty(ty) => Arg::Ty(self.ty(ty)),
                Arg::Lifetime(name) => {
                    Arg::Lifetime(self.lifetimes.get(name).unwrap_or(name).clone())
                }
                Arg::Const(constant) => Arg::Const(self.constant(constant)),
            })
            .collect()
    }

    fn constant(&self, constant: &Const) -> Const {
        match constant {
            Const::Param(name) => self.consts.get(name).unwrap_or(constant).clone(),
            Const::Expr(_) => constant.clone(),
        }
    }

    /// Handles the parts that hold lifetimes or constants beside types.
    fn replace(&self, part: &Ty) -> Option<Ty> {
        match part {
            Ty::Param(name) => self.types.get(name).cloned(),
            Ty::Adt(path, args) => Some(Ty::Adt(path.clone(), self.args(args))),
            Ty::Ref { mutable, lifetime: Some(name), inner } => Some(Ty::Ref {
                mutable: *mutable,
                lifetime: Some(self.lifetimes.get(name).unwrap_or(name).clone()),
                inner: Box::new(self.ty(inner)),
            }),
            Ty::Array(inner, len) => Some(Ty::Array(Box::new(self.ty(inner)), self.constant(len))),
            Ty::Projection(projection) => Some(Ty::Projection(Box::new(Projection {
                self_ty: self.ty(&projection.self_ty),
                trait_: projection.trait_.as_ref().map(|trait_| {
                    let mut replaced = trait_.map(&|part| self.replace(part));
                    replaced.args = self.args(&trait_.args);
                    replaced
                }),
                name: projection.name.clone(),
                args: self.args(&projection.args),
            }))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_lifetimes_and_constants_are_replaced() {
        let mut substitution = Substitution::default();
        substitution.insert("T".into(), Arg::Ty(Ty::adt("k::A", [])));
        substitution.insert("a".into(), Arg::Lifetime("b".into()));
        substitution.insert("N".into(), Arg::Const(Const::Expr("3".into())));
        let array = Ty::Array(Box::new(Ty::Param("T".into())), Const::Param("N".into()));
        let ty = Ty::Ref { mutable: false, lifetime: Some("a".into()), inner: Box::new(array) };
        assert_eq!(substitution.ty(&ty).to_string(), "&'b [k::A; 3]");
    }
}
