//! Which types are made up for a small model, and what they look like.

use super::*;
use crate::compiler::{self, CompilerAnswer};
use crate::solve::std_traits::TraitVerdict;
use crate::solve::trait_solver::TraitSolver;
use gadfly_model::rust_path;
use gadfly_model::{
    Adt, AdtKind, Bound, Fields, Function, Generics, Impl, Model, Name, Owner, Param, ParamKind,
    Prim, Receiver, Required, Trait, TraitRef, Ty,
};

fn of(path: &str) -> Bound {
    Bound::Trait { trait_: TraitRef::plain(path), lifetimes: Vec::new() }
}

fn function(path: &str, owner: Owner, inputs: Vec<(Name, Ty)>, output: Ty) -> Function {
    let is_method = inputs.first().is_some_and(|(name, _)| **name == *"self");
    Function {
        path: path.into(),
        name: rust_path::last(path).into(),
        krate: "k".into(),
        owner,
        generics: Generics::default(),
        inputs,
        output,
        receiver: is_method.then_some(Receiver::Exclusive),
        is_unsafe: false,
        is_async: false,
        is_const: false,
        track_caller: false,
        is_deprecated: false,
        is_helper: false,
        docs: None,
        span: None,
    }
}

fn generic(bounds: Vec<Bound>) -> Generics {
    let kind = ParamKind::Type { bounds, default: None, synthetic: false };
    Generics { params: vec![Param { name: "T".into(), kind }], predicates: Vec::new() }
}

/// `trait Visit { fn visit(&mut self, item: u8) -> output; }` and `fn f<T: Visit + Clone>(t: T)`.
fn model(output: Ty) -> Model {
    let receiver = ("self".into(), Ty::exclusive(Ty::Param("Self".into())));
    let inputs = vec![receiver, ("item".into(), Ty::Prim(Prim::U8))];
    let method = function("k::Visit::visit", Owner::Provided("k::Visit".into()), inputs, output);
    let visit = Trait {
        path: "k::Visit".into(),
        krate: "k".into(),
        is_nameable: true,
        generics: Generics::default(),
        supertraits: Vec::new(),
        assoc_types: Vec::new(),
        required: Required { methods: vec![method], ..Required::default() },
        is_unsafe: false,
        is_dyn_compatible: true,
        docs: None,
    };
    let given = vec![("t".into(), Ty::Param("T".into()))];
    let asking = Function {
        generics: generic(vec![of("k::Visit"), of("std::clone::Clone")]),
        ..function("k::f", Owner::Module, given, Ty::unit())
    };
    let mut model = Model { krate: "k".into(), functions: vec![asking], ..Model::default() };
    model.traits.insert(visit.path.clone(), visit);
    model
}

fn passing_on(for_: Ty, bounds: Vec<Bound>) -> Impl {
    Impl {
        krate: "k".into(),
        generics: generic(bounds),
        trait_: Some(TraitRef::plain("k::Visit")),
        for_,
        assoc_types: Vec::new(),
        is_negative: false,
        is_synthetic: false,
    }
}

fn made(model: &Model) -> Stubs {
    make_stubs(&TraitSolver::new(model))
}

fn reason(model: &Model) -> Option<String> {
    made(model).obstacles.get("k::Visit").cloned()
}

#[test]
fn a_type_does_no_more_than_the_trait_asks_for() {
    let stubbed = made(&model(Ty::Prim(Prim::Bool)));
    let definitions = stubbed.implementors.iter().map(|it| &it.definition);
    let text = module(definitions);
    assert_eq!(
        text,
        "pub mod implementors {
    #[derive(Clone)]
    pub struct QuietVisit;

    impl k::Visit for QuietVisit {
        fn visit(&mut self, _item: u8) -> bool {
            false
        }
    }
}
"
    );
    assert_eq!(module([]), "");
}

#[test]
fn the_joined_model_knows_what_it_implements() {
    let model = model(Ty::unit());
    let joined = join(&model, &made(&model).implementors);
    let solver = TraitSolver::new(&joined);
    let quiet = Ty::adt("implementors::QuietVisit", []);
    for known in ["k::Visit", "std::clone::Clone"] {
        assert_eq!(solver.judge(&quiet, &TraitRef::plain(known)), TraitVerdict::Yes, "{known}");
    }
    let debug = TraitRef::plain("std::fmt::Debug");
    assert_eq!(solver.judge(&quiet, &debug), TraitVerdict::No);
}

#[test]
fn nothing_is_made_up_where_there_is_something() {
    let mut implemented = model(Ty::unit());
    implemented.impls.push(passing_on(Ty::Prim(Prim::U8), Vec::new()));
    assert_eq!(made(&implemented), Stubs::default());
    let mut unasked = model(Ty::unit());
    unasked.functions.clear();
    assert_eq!(made(&unasked), Stubs::default());
    // A reference to a visitor is one, if there is one.
    let mut passed_on = model(Ty::unit());
    let lent = Ty::exclusive(Ty::Param("T".into()));
    passed_on.impls.push(passing_on(lent, vec![of("k::Visit")]));
    assert_eq!(made(&passed_on).implementors.len(), 1);
}

#[test]
fn impossible_stubs_have_a_reason() {
    let opaque = Ty::adt("k::Opaque", []);
    let found = reason(&model(opaque));
    assert_eq!(found.as_deref(), Some("Visit::visit would have to make a k::Opaque"));
    let with = |change: &dyn Fn(&mut Trait)| {
        let mut model = model(Ty::unit());
        model.traits.values_mut().for_each(change);
        reason(&model)
    };
    let found = with(&|visit| visit.is_unsafe = true);
    assert_eq!(found.as_deref(), Some("Visit is unsafe to implement"));
    let found = with(&|visit| visit.supertraits.push(of("std::fmt::Display")));
    assert_eq!(found.as_deref(), Some("it would have to be std::fmt::Display"));
    assert_eq!(with(&|visit| visit.supertraits.push(of("std::fmt::Debug"))), None);
}

#[test]
fn those_without_a_fault_stay_where_others_keep_the_compiler_from_answering() {
    let one = || made(&model(Ty::unit())).implementors.remove(0);
    let rejected =
        |reason: &str| CompilerAnswer::Rejected { reason: reason.to_owned(), is_bound: false };
    let mut stubbed = Stubs { implementors: vec![one(), one()], ..Stubs::default() };
    assert!(stubbed.drop_rejected(&[rejected(compiler::NO_TYPE), rejected("it is wrong")]));
    assert_eq!(stubbed.implementors.len(), 1);
    assert_eq!(stubbed.obstacles.values().collect::<Vec<_>>(), ["it is wrong"]);
    assert!(stubbed.drop_rejected(&[rejected(compiler::NO_TYPE)]));
    assert_eq!(stubbed.implementors.len(), 0);
}

/// The model of a trait whose method is lent an opaque type that can be cloned.
fn lending() -> Model {
    let opaque = Ty::adt("k::Opaque", []);
    let mut model = model(Ty::unit());
    let adt = Adt {
        path: "k::Opaque".into(),
        krate: "k".into(),
        is_nameable: true,
        generics: Generics::default(),
        kind: AdtKind::Struct(Fields::Tuple(vec![None])),
        is_sized: true,
        is_non_exhaustive: false,
        docs: None,
    };
    model.adts.insert(adt.path.clone(), adt);
    let clone = TraitRef::plain("std::clone::Clone");
    let cloned = passing_on(opaque.clone(), Vec::new());
    let cloned = Impl { trait_: Some(clone), generics: Generics::default(), ..cloned };
    model.impls.push(cloned);
    let visit = model.traits.get_mut("k::Visit").expect("the trait");
    visit.required.methods[0].inputs[1].1 = Ty::shared(opaque);
    model
}

#[test]
fn a_second_type_keeps_exclusive_values() {
    let model = lending();
    let stubbed = made(&model);
    let names: Vec<&str> =
        stubbed.implementors.iter().map(|it| it.definition.name.as_str()).collect();
    assert_eq!(names, ["QuietVisit", "KeepingVisit"]);
    let keeping = &stubbed.implementors[1];
    assert_eq!(
        keeping.definition.source,
        "#[derive(Clone, Default)]
pub struct KeepingVisit {
    pub seen: Vec<k::Opaque>,
}

impl k::Visit for KeepingVisit {
    fn visit(&mut self, item: &k::Opaque) {
        self.seen.push(item.clone());
    }
}
"
    );
    let joined = join(&model, &stubbed.implementors);
    let ty = Ty::adt("implementors::KeepingVisit", []);
    let taken = takers(&joined.adts["implementors::KeepingVisit"], &ty);
    let bodies: Vec<&str> = taken.iter().map(|candidate| candidate.body.as_str()).collect();
    assert_eq!(bodies, ["x0.seen.pop()"]);
    assert!(taken[0].is_partial);
}

#[test]
fn obtainable_values_are_not_kept() {
    let mut model = lending();
    let made_of = Ty::adt("std::option::Option", [Ty::adt("k::Opaque", [])]);
    model.functions.push(function("k::parse", Owner::Module, Vec::new(), made_of));
    assert_eq!(made(&model).implementors.len(), 1);
    let mut model = lending();
    model.impls.clear();
    assert_eq!(made(&model).implementors.len(), 1);
}
