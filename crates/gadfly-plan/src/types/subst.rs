//! Substitutions of generic parameters, and matching of patterns against closed types.

use std::collections::BTreeMap;

use gadfly_model::{Arg, Bound, Const, FnBound, FnPointer, Name, Projection, TraitRef, Ty};

use super::tracked;

/// The arguments of parameters: types and constants by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subst(BTreeMap<Name, Arg>);

impl Subst {
    /// Binds a parameter; false if it is bound to something else already.
    pub fn bind(&mut self, name: &Name, arg: Arg) -> bool {
        match self.0.get(name) {
            Some(bound) => *bound == arg,
            None => {
                self.0.insert(name.clone(), arg);
                true
            }
        }
    }

    /// Binds a parameter to a type; false if it is bound to something else already.
    pub fn bind_ty(&mut self, name: &Name, ty: &Ty) -> bool {
        self.bind(name, Arg::Ty(erase(ty)))
    }

    /// The argument of a parameter.
    pub fn get(&self, name: &str) -> Option<&Arg> {
        self.0.get(name)
    }

    /// The type a parameter stands for.
    pub fn ty(&self, name: &str) -> Option<&Ty> {
        match self.0.get(name) {
            Some(Arg::Ty(ty)) => Some(ty),
            _ => None,
        }
    }

    /// The most that the parameters' types own.
    pub fn owns(&self) -> Owns {
        let owned = self.0.values().filter_map(|arg| match arg {
            Arg::Ty(ty) => Some(owns(ty)),
            _ => None,
        });
        owned.max().unwrap_or(Owns::Nothing)
    }

    /// The type with all bound parameters replaced.
    pub fn apply(&self, ty: &Ty) -> Ty {
        ty.map(&|part| match part {
            Ty::Param(name) => self.ty(name).cloned(),
            Ty::Array(inner, len @ Const::Param(_)) => {
                Some(Ty::Array(Box::new(self.apply(inner)), self.apply_const(len)))
            }
            Ty::Adt(path, args) if has_const_param(args) => {
                Some(Ty::Adt(path.clone(), self.apply_args(args)))
            }
            _ => None,
        })
    }

    /// The arguments with all bound parameters replaced.
    pub fn apply_args(&self, args: &[Arg]) -> Vec<Arg> {
        args.iter()
            .map(|arg| match arg {
                Arg::Ty(ty) => Arg::Ty(self.apply(ty)),
                Arg::Const(constant) => Arg::Const(self.apply_const(constant)),
                Arg::Lifetime(_) => arg.clone(),
            })
            .collect()
    }

    /// The trait reference with all bound parameters replaced.
    pub fn apply_trait(&self, trait_: &TraitRef) -> TraitRef {
        let mut applied = trait_.map(&|part| match part {
            Ty::Param(name) => self.ty(name).cloned(),
            _ => None,
        });
        applied.args = self.apply_args(&trait_.args);
        applied
    }

    fn apply_const(&self, constant: &Const) -> Const {
        match constant {
            Const::Param(name) => match self.0.get(name) {
                Some(Arg::Const(value)) => value.clone(),
                _ => constant.clone(),
            },
            Const::Expr(_) => constant.clone(),
        }
    }
}

fn has_const_param(args: &[Arg]) -> bool {
    args.iter().any(|arg| matches!(arg, Arg::Const(Const::Param(_))))
}

/// Extends `subst` so that `pattern` becomes `ty`, which has no parameters. Lifetimes count as
/// equal; a projection in the pattern matches anything and is judged later, by the compiler.
pub fn unify(pattern: &Ty, ty: &Ty, subst: &mut Subst) -> bool {
    match (pattern, ty) {
        (Ty::Param(name), _) => !has_unnameable(ty) && subst.bind_ty(name, ty),
        (Ty::Projection(_), _) => true,
        (Ty::Adt(left, left_args), Ty::Adt(right, right_args)) => {
            left == right && unify_args(left_args, right_args, subst)
        }
        (
            Ty::Ref { mutable: left, inner: left_inner, .. },
            Ty::Ref { mutable: right, inner: right_inner, .. },
        )
        | (
            Ty::Ptr { mutable: left, inner: left_inner },
            Ty::Ptr { mutable: right, inner: right_inner },
        ) => left == right && unify(left_inner, right_inner, subst),
        (Ty::Tuple(left), Ty::Tuple(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| unify(left, right, subst))
        }
        (Ty::Slice(left), Ty::Slice(right)) => unify(left, right, subst),
        (Ty::Array(left, left_len), Ty::Array(right, right_len)) => {
            unify(left, right, subst) && unify_const(left_len, right_len, subst)
        }
        (Ty::FnPointer(left), Ty::FnPointer(right)) => {
            left.inputs.len() == right.inputs.len()
                && left.inputs.iter().zip(&right.inputs).all(|(l, r)| unify(l, r, subst))
                && unify(&left.output, &right.output, subst)
        }
        _ => erase(pattern) == *ty,
    }
}

/// [`unify`] over argument lists; lifetimes are skipped on both sides.
pub fn unify_args(left: &[Arg], right: &[Arg], subst: &mut Subst) -> bool {
    let relevant = |arg: &&Arg| !matches!(arg, Arg::Lifetime(_));
    let left: Vec<&Arg> = left.iter().filter(relevant).collect();
    let right: Vec<&Arg> = right.iter().filter(relevant).collect();
    left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| match (left, right) {
            (Arg::Ty(left), Arg::Ty(right)) => unify(left, right, subst),
            (Arg::Const(left), Arg::Const(right)) => unify_const(left, right, subst),
            // A const parameter can be printed as a bare path, which reads as a type.
            _ => false,
        })
}

fn unify_const(left: &Const, right: &Const, subst: &mut Subst) -> bool {
    match left {
        Const::Param(name) => subst.bind(name, Arg::Const(right.clone())),
        Const::Expr(_) => left == right,
    }
}

/// The type with every free lifetime forgotten: the form in which types are compared.
pub fn erase(ty: &Ty) -> Ty {
    ty.map(&|part| match part {
        Ty::Ref { mutable, lifetime: Some(_), inner } => {
            Some(Ty::Ref { mutable: *mutable, lifetime: None, inner: Box::new(erase(inner)) })
        }
        Ty::Adt(path, args)
            if args.iter().any(|arg| matches!(arg, Arg::Lifetime(name) if **name != *"_")) =>
        {
            let args = args
                .iter()
                .map(|arg| match arg {
                    Arg::Lifetime(_) => Arg::Lifetime("_".into()),
                    Arg::Ty(ty) => Arg::Ty(erase(ty)),
                    Arg::Const(_) => arg.clone(),
                })
                .collect();
            Some(Ty::Adt(path.clone(), args))
        }
        Ty::FnPointer(pointer)
            if !pointer.lifetimes.is_empty()
                && elision_suffices(&pointer.inputs, &pointer.output) =>
        {
            Some(Ty::FnPointer(Box::new(FnPointer {
                lifetimes: Vec::new(),
                inputs: pointer.inputs.iter().map(erase).collect(),
                output: erase(&pointer.output),
                is_unsafe: pointer.is_unsafe,
                abi: pointer.abi.clone(),
            })))
        }
        Ty::FnPointer(_) => Some(part.clone()),
        // Where all references are static, trait objects are static by default.
        Ty::Dyn(bounds) if bounds.iter().any(is_static) => {
            let rest: Vec<Bound> = bounds.iter().filter(|it| !is_static(it)).cloned().collect();
            Some(erase(&Ty::Dyn(rest)))
        }
        Ty::Dyn(bounds) if bounds.iter().any(names_needlessly) => {
            Some(erase(&Ty::Dyn(bounds.iter().map(unnamed).collect())))
        }
        Ty::Projection(projection) => Some(Ty::Projection(Box::new(Projection {
            self_ty: erase(&projection.self_ty),
            ..(**projection).clone()
        }))),
        _ => None,
    })
}

fn is_static(bound: &Bound) -> bool {
    matches!(bound, Bound::Lifetime(name) if **name == *"static")
}

/// Returns whether a closure's lifetimes have names although they need none, as the compiler writes them.
fn names_needlessly(bound: &Bound) -> bool {
    matches!(bound, Bound::Fn(called)
        if !called.lifetimes.is_empty() && elision_suffices(&called.inputs, &called.output))
}

/// The bound without such names.
fn unnamed(bound: &Bound) -> Bound {
    match bound {
        Bound::Fn(called) if names_needlessly(bound) => Bound::Fn(FnBound {
            kind: called.kind,
            lifetimes: Vec::new(),
            inputs: called.inputs.iter().map(erase).collect(),
            output: erase(&called.output),
        }),
        _ => bound.clone(),
    }
}

fn elision_suffices(inputs: &[Ty], output: &Ty) -> bool {
    !has_lifetime(output) || inputs.iter().filter(|input| has_lifetime(input)).count() == 1
}

/// Returns whether a value of this type can hold a borrow: a reference or a lifetime occurs in it.
pub fn has_lifetime(ty: &Ty) -> bool {
    let mut found = false;
    ty.walk(&mut |part| {
        found = found || match part {
            Ty::Ref { .. } | Ty::Unnameable(_) | Ty::Impl(_) | Ty::Projection(_) => true,
            Ty::Adt(_, args) => args.iter().any(|arg| matches!(arg, Arg::Lifetime(_))),
            // A trait object's lifetime is mostly left out, and the compiler's answers never have it.
            Ty::Dyn(bounds) => !bounds.iter().any(
                |bound| matches!(bound, gadfly_model::Bound::Lifetime(name) if **name == *"static"),
            ),
            _ => false,
        };
        !found && !matches!(part, Ty::FnPointer(_))
    });
    found
}

/// Returns whether some part has no name that source could write.
pub fn has_unnameable(ty: &Ty) -> bool {
    ty.any(&mut |part| matches!(part, Ty::Unnameable(_) | Ty::Impl(_)))
}

/// Returns whether a projection is left in it.
pub fn has_projection(ty: &Ty) -> bool {
    ty.any(&mut |part| matches!(part, Ty::Projection(_)))
}

/// The type behind all outer references.
pub fn strip_refs(ty: &Ty) -> &Ty {
    match ty {
        Ty::Ref { inner, .. } => strip_refs(inner),
        _ => ty,
    }
}

/// The values that a type owns through its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owns {
    /// Nothing that is freed.
    Nothing,
    /// Memory.
    Memory,
    /// A tracked value.
    Tracked,
}

/// The most that values of this type own.
pub fn owns(ty: &Ty) -> Owns {
    let mut most = Owns::Nothing;
    ty.walk(&mut |part| {
        most = most.max(match part {
            Ty::Adt(path, _) if **path == *tracked::PATH => Owns::Tracked,
            Ty::Adt(path, _) if **path == *"std::string::String" => Owns::Memory,
            _ => Owns::Nothing,
        });
        true
    });
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::{FnKind, Prim};

    fn param(name: &str) -> Ty {
        Ty::Param(name.into())
    }

    #[test]
    fn objects_that_last_for_ever_are_the_usual_ones() {
        let object = |more: &[&str]| {
            let trait_ = TraitRef::plain("k::Visit");
            let mut bounds = vec![Bound::Trait { trait_, lifetimes: Vec::new() }];
            bounds.extend(more.iter().map(|name| Bound::Lifetime((*name).into())));
            Ty::exclusive(Ty::Dyn(bounds))
        };
        assert_eq!(erase(&object(&["static"])), object(&[]));
        assert_eq!(erase(&object(&["a"])), object(&["a"]), "it may hold a borrow");
    }

    #[test]
    fn unify_binds_types_and_constants_consistently() {
        let pattern = Ty::adt(
            "k::Pair",
            [param("T"), Ty::Array(Box::new(param("T")), Const::Param("N".into()))],
        );
        let good = Ty::adt(
            "k::Pair",
            [Ty::Prim(Prim::U8), Ty::Array(Box::new(Ty::Prim(Prim::U8)), Const::Expr("4".into()))],
        );
        let mut subst = Subst::default();
        assert!(unify(&pattern, &good, &mut subst));
        assert_eq!(subst.apply(&pattern), good);

        let bad = Ty::adt(
            "k::Pair",
            [Ty::Prim(Prim::I8), Ty::Array(Box::new(Ty::Prim(Prim::U8)), Const::Expr("4".into()))],
        );
        assert!(!unify(&pattern, &bad, &mut Subst::default()));
    }

    #[test]
    fn lifetimes_do_not_distinguish_types() {
        let named = Ty::Ref {
            mutable: false,
            lifetime: Some("a".into()),
            inner: Box::new(Ty::Adt("k::It".into(), vec![Arg::Lifetime("b".into())])),
        };
        let printed = Ty::shared(Ty::Adt("k::It".into(), vec![Arg::Lifetime("_".into())]));
        assert_eq!(erase(&named), printed);
        assert!(unify(&named, &printed, &mut Subst::default()));
    }

    #[test]
    fn closures_in_boxes_are_the_same_with_names_for_lifetimes() {
        let boxed = |lifetime: Option<&str>, output: Ty| {
            let names: Vec<Name> = lifetime.into_iter().map(Into::into).collect();
            let lent = Ty::Ref {
                mutable: false,
                lifetime: names.first().cloned(),
                inner: Box::new(Ty::Prim(Prim::U8)),
            };
            let inputs = vec![lent];
            Ty::Dyn(vec![Bound::Fn(FnBound { kind: FnKind::Fn, lifetimes: names, inputs, output })])
        };
        let ty = boxed(Some("a"), Ty::Prim(Prim::Bool));
        assert_eq!(erase(&ty), boxed(None, Ty::Prim(Prim::Bool)));
    }

    #[test]
    fn a_function_pointer_over_references_holds_no_borrow() {
        let pointer = Ty::FnPointer(Box::new(FnPointer {
            lifetimes: Vec::new(),
            inputs: vec![Ty::shared(Ty::Prim(Prim::U8))],
            output: Ty::unit(),
            is_unsafe: false,
            abi: None,
        }));
        assert!(!has_lifetime(&pointer));
        assert!(has_lifetime(&Ty::shared(pointer)));
    }

    #[test]
    fn a_trait_object_may_hold_a_borrow_unless_it_says_otherwise() {
        let bound = |name: &str| gadfly_model::Bound::Lifetime(name.into());
        assert!(has_lifetime(&Ty::Dyn(Vec::new())));
        assert!(has_lifetime(&Ty::adt("std::boxed::Box", [Ty::Dyn(vec![bound("a")])])));
        assert!(!has_lifetime(&Ty::Dyn(vec![bound("static")])));
    }
}
