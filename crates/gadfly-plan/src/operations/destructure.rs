//! Operations that take standard types apart, so that what is inside can be used.

use gadfly_model::rust_path::last;
use gadfly_model::{Bound, Lifetimes, Prim, TraitRef, Ty};

use super::candidate::{CallOrigin, Candidate, Flow, Input};
use crate::solve::std_traits::{TraitVerdict, is_std_iterator, type_args};
use crate::solve::trait_solver::TraitSolver;
use crate::stubs;
use crate::types::subst::has_lifetime;

/// The number of elements that are taken of an iterator: it may be endless.
pub const TAKEN: usize = 16;

/// Operations on a value of this type that give access to its parts.
pub fn takers(solver: &TraitSolver<'_>, ty: &Ty) -> Vec<Candidate> {
    let take =
        |inputs: Vec<Input>, body: &str| Candidate::with_origin(CallOrigin::Project, inputs, body);
    let value = || Input::val(ty.clone());
    match ty {
        Ty::Tuple(items) => (0..items.len())
            .filter(|index| is_interesting(&items[*index]))
            .map(|index| take(vec![value()], &format!("x0.{index}")))
            .collect(),
        Ty::Array(item, _) if is_interesting(item) => {
            vec![take(vec![value()], "x0.into_iter().next()").partial()]
        }
        Ty::Ref { mutable, inner, .. } => match &**inner {
            Ty::Slice(item) if is_interesting(item) => {
                if *mutable {
                    vec![
                        take(vec![Input::exclusive_dst((**inner).clone())], "x0.first_mut()")
                            .partial(),
                    ]
                } else {
                    vec![take(vec![Input::shared_dst((**inner).clone())], "x0.last()").partial()]
                }
            }
            Ty::Adt(path, args) if last(path) == "Option" && path.starts_with("std::") => {
                let is_worth = type_args(args).first().is_some_and(|item| is_interesting(item));
                if is_worth && !mutable {
                    vec![take(vec![Input::shared((**inner).clone())], "x0.as_ref()").partial()]
                } else {
                    Vec::new()
                }
            }
            Ty::Tuple(items) if !mutable => (0..items.len())
                .filter(|index| is_interesting(&items[*index]))
                .map(|index| take(vec![Input::shared((**inner).clone())], &format!("&x0.{index}")))
                .collect(),
            _ => Vec::new(),
        },
        Ty::Adt(path, args) if path.starts_with("std::") => {
            let args: Vec<Ty> = type_args(args).into_iter().cloned().collect();
            standard(solver, ty, path, &args)
        }
        Ty::Adt(path, _) => {
            let adt = solver.model.adts.get(path);
            match adt {
                Some(adt) if solver.model.is_local(&adt.krate) => away(solver, ty),
                Some(adt) => stubs::takers(adt, ty),
                None => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// Ways in which a value of the subject's ends or is replaced without a call of the subject's: a
/// guard that is forgotten, what is left after the rest was taken.
fn away(solver: &TraitSolver<'_>, ty: &Ty) -> Vec<Candidate> {
    let built_in = |input: Input, body: &str, flows: Vec<Flow>| {
        let candidate = Candidate::with_origin(CallOrigin::Builtin, vec![input], body);
        Candidate { flows, ..candidate }
    };
    let mut found = Vec::new();
    if solver.judge(ty, &TraitRef::plain("std::default::Default")) != TraitVerdict::No {
        // What was taken borrows what the place held, and leaves the place alone.
        let held = Flow { from: 0, to: None, is_borrow: false };
        found.push(built_in(Input::exclusive(ty.clone()), "::std::mem::take(x0)", vec![held]));
    }
    // Others may share what it lets go: the rest of a buffer that was split, a clone.
    if solver.judge(ty, &TraitRef::plain("std::ops::Drop")) == TraitVerdict::Yes {
        let value = vec![Input::val(ty.clone())];
        found.push(Candidate::with_origin(CallOrigin::Drop, value, "::std::mem::drop(x0)"));
    }
    // What holds a borrow has most likely something to put right when it is dropped.
    if has_lifetime(ty) {
        found.push(Candidate::with_origin(
            CallOrigin::Forget,
            vec![Input::val(ty.clone())],
            "::std::mem::forget(x0)",
        ));
    }
    found
}

fn standard(solver: &TraitSolver<'_>, ty: &Ty, path: &str, args: &[Ty]) -> Vec<Candidate> {
    let take =
        |inputs: Vec<Input>, body: &str| Candidate::with_origin(CallOrigin::Project, inputs, body);
    let value = || Input::val(ty.clone());
    let first_is_interesting = args.first().is_some_and(is_interesting);
    match last(path) {
        "Option" if path.starts_with("std::option") => vec![take(vec![value()], "x0").partial()],
        "Result" if path.starts_with("std::result") => {
            let mut found = vec![take(vec![value()], "x0.ok()").partial()];
            if args.get(1).is_some_and(is_interesting) {
                found.push(take(vec![value()], "x0.err()").partial());
            }
            found
        }
        "Vec" if first_is_interesting => {
            vec![take(vec![Input::exclusive(ty.clone())], "x0.pop()").partial()]
        }
        "VecDeque" if first_is_interesting => {
            vec![take(vec![Input::exclusive(ty.clone())], "x0.pop_front()").partial()]
        }
        "Box" if path.starts_with("std::boxed") && !args.is_empty() => {
            let inner = &args[0];
            let printed = inner.print(Lifetimes::Static);
            if solver.is_unsized(inner) {
                vec![
                    take(
                        vec![Input::shared(ty.clone())],
                        &format!("{{ let r: &'static {printed} = &**x0; r }}"),
                    ),
                    take(
                        vec![Input::exclusive(ty.clone())],
                        &format!("{{ let r: &'static mut {printed} = &mut **x0; r }}"),
                    ),
                ]
            } else if is_interesting(inner) {
                vec![take(vec![value()], "*x0")]
            } else {
                Vec::new()
            }
        }
        "Rc" | "Arc" if first_is_interesting => {
            vec![take(vec![Input::shared(ty.clone())], "&**x0")]
        }
        "Cow" if first_is_interesting => vec![take(vec![value()], "x0.into_owned()")],
        "RefCell" if first_is_interesting => {
            vec![take(vec![value()], "x0.into_inner()")]
        }
        "Poll" => vec![
            take(vec![value()], "match x0 { ::std::task::Poll::Ready(v) => Some(v), _ => None }")
                .partial(),
        ],
        "ControlFlow" => vec![
            take(
                vec![value()],
                "match x0 { ::std::ops::ControlFlow::Break(v) => Some(v), _ => None }",
            )
            .partial(),
        ],
        _ if is_std_iterator(path) => {
            vec![
                take(vec![Input::exclusive(ty.clone())], "::std::iter::Iterator::next(x0)")
                    .partial(),
            ]
        }
        _ => Vec::new(),
    }
}

/// The elements of an iterator of the subject's: some, and then the rest is dropped.
pub fn collected(candidate: &Candidate) -> Candidate {
    let body = format!("({}).take({TAKEN}).collect::<::std::vec::Vec<_>>()", candidate.body);
    Candidate { body, ..candidate.clone() }
}

/// Types whose values literals cannot write.
fn is_interesting(ty: &Ty) -> bool {
    match ty {
        Ty::Prim(_) => false,
        Ty::Ref { inner, .. } => !matches!(**inner, Ty::Prim(Prim::Str)) && is_interesting(inner),
        Ty::Slice(inner) => is_interesting(inner),
        Ty::Tuple(items) => items.iter().any(is_interesting),
        Ty::Adt(path, _) if &**path == "std::string::String" => false,
        _ => true,
    }
}

/// Returns whether a type is an iterator that has no name.
pub(crate) fn is_unnamed_iterator(ty: &Ty) -> bool {
    match ty {
        Ty::Impl(bounds) => bounds.iter().any(|bound| {
            matches!(bound, Bound::Trait { trait_, .. } if trait_.path.ends_with("Iterator"))
        }),
        Ty::Unnameable(text) => text.contains("iter"),
        Ty::Adt(path, _) => {
            path.starts_with("std::iter::") && ty.print(Lifetimes::Static).contains("closure")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_model::{Adt, AdtKind, Arg, Fields, Generics, Impl, Model};

    #[test]
    fn guards_are_forgotten_and_handles_dropped() {
        let mut model = Model { krate: "k".into(), ..Model::default() };
        for (path, krate) in [("k::Drain", "k"), ("k::Handle", "k"), ("other::Drain", "other")] {
            let drain = Adt {
                path: path.into(),
                krate: krate.into(),
                is_nameable: true,
                generics: Generics::default(),
                kind: AdtKind::Struct(Fields::Unit),
                is_sized: true,
                is_non_exhaustive: false,
                docs: None,
            };
            model.adts.insert(drain.path.clone(), drain);
        }
        model.impls.push(Impl {
            krate: "k".into(),
            generics: Generics::default(),
            trait_: Some(TraitRef::plain("std::ops::Drop")),
            for_: Ty::Adt("k::Handle".into(), Vec::new()),
            assoc_types: Vec::new(),
            is_negative: false,
            is_synthetic: false,
        });
        let solver = TraitSolver::new(&model);
        let bodies = |path: &str, args: Vec<Arg>| -> Vec<String> {
            let ty = Ty::Adt(path.into(), args);
            takers(&solver, &ty).into_iter().map(|taker| taker.body).collect()
        };
        let lifetime = || vec![Arg::Lifetime("_".into())];
        assert_eq!(bodies("k::Drain", lifetime()), ["::std::mem::forget(x0)"]);
        assert_eq!(bodies("k::Drain", Vec::new()), [""; 0]);
        assert_eq!(bodies("k::Handle", Vec::new()), ["::std::mem::drop(x0)"]);
        assert_eq!(bodies("other::Drain", lifetime()), [""; 0]);
    }
}
