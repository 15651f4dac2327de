//! Per law a type that breaks exactly it, and types that keep all of them in odd ways.

#[path = "../../../../fixtures/laws-broken/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is a crate of its own elsewhere")]
mod broken;
#[path = "../../../../fixtures/laws-kept/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is a crate of its own elsewhere")]
mod kept;

use crate::turns;
use gadfly_engine::entry::EXIT_DONE;
use gadfly_engine::generated::*;
use gadfly_engine::laws::LAWS;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{
    Event, Flow, FlowKind, FlowTo, Literal, LiteralType, LiteralValue, Mode, OperationKind,
    OperationPlan, Outcome, Plan, RunConfig, Sequence,
};
use std::collections::BTreeSet;

fn plan() -> Plan {
    let operation = OperationPlan::of_function(0);
    let literal = |value: u8| Literal::new(LiteralType::U8, LiteralValue::Unsigned(value.into()));
    Plan {
        operations: vec![operation],
        functions: 1,
        literals: (0..8).map(literal).collect(),
        ..Plan::default()
    }
}

fn run(table: Table, config: &RunConfig) -> Vec<Event> {
    let registry = Registry::link(table, &plan()).expect("table and plan fit");
    let mut events: Vec<Event> = Vec::new();
    let config = RunConfig { contain: false, ..config.clone() };
    assert_eq!(turns::run(&config, &registry, &mut events), EXIT_DONE);
    events
}

fn walk(table: Table) -> Vec<Event> {
    run(table, &RunConfig { calls_budget: Some(2000), ..RunConfig::default() })
}

/// The laws that a run found broken, with a sequence for each. Panics count as such.
fn findings(events: &[Event]) -> Vec<(String, Sequence)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Broken { law, sequence, .. } => Some((law.name.clone(), sequence.clone())),
            Event::Panic { law: Some(law), sequence, .. } => {
                Some((law.name.clone(), sequence.clone()))
            }
            Event::Panic { message, .. } => panic!("no law: {message}"),
            _ => None,
        })
        .collect()
}

macro_rules! table {
    ($ty:ty) => {{
        let mut table = Table::default();
        table.ty(stringify!($ty), judged!($ty));
        table.op(0, call(args::<(Val<u8>,)>(), |(x0,)| <$ty>::new(x0)));
        table
    }};
}

macro_rules! breaks {
    ($($name:ident $law:literal;)*) => {
        const BROKEN: &[(&str, fn() -> Table)] =
            &[$(($law, || table!(broken::$name))),*];
    };
}

breaks! {
    EqReflexive "eq-reflexive";
    EqSymmetric "eq-symmetric";
    EqTransitive "eq-transitive";
    NeNegatesEq "ne-negates-eq";
    HashAgreesWithEq "hash-agrees-with-eq";
    PartialCmpAgreesWithEq "partial-cmp-agrees-with-eq";
    PartialCmpDual "partial-cmp-dual";
    PartialCmpTransitive "partial-cmp-transitive";
    OperatorsAgree "operators-agree";
    CmpAgreesWithPartialCmp "cmp-agrees-with-partial-cmp";
    CmpAgreesWithEq "cmp-agrees-with-eq";
    CmpDual "cmp-dual";
    CmpTransitive "cmp-transitive";
    CloneEqual "clone-equal";
    CloneAlike "clone-alike";
    CloneIndependent "clone-independent";
    CloneFromAgrees "clone-from-agrees";
    DebugPlain "debug";
    DebugAlternate "debug-alternate";
    DisplayPlain "display";
    DisplayAlternate "display-alternate";
    DisplayPrecision "display-precision";
    DisplayShort "display-short";
    DisplayWidth "display-width";
    DisplaySign "display-sign";
    DisplayZeros "display-zeros";
    LowerHexPlain "lower-hex";
    LowerHexAlternate "lower-hex-alternate";
    UpperHexPlain "upper-hex";
    BinaryPlain "binary";
    BinaryAlternate "binary-alternate";
    OctalPlain "octal";
    LowerExpPlain "lower-exp";
    LowerExpPrecision "lower-exp-precision";
    UpperExpPlain "upper-exp";
    SizeHintBounds "size-hint-bounds";
    SizeHintCount "size-hint-count";
    SizeHintDrained "size-hint-drained";
    LenAgrees "len-agrees";
    Fused "fused";
    ShortcutsAgree "shortcuts-agree";
    CloneMidway "clone-midway";
    EndsAgree "ends-agree";
    BorrowHash "borrow-hash";
    BorrowEq "borrow-eq";
    BorrowCmp "borrow-cmp";
    RoundTrip "display-from-str";
    ErrorSources "error-sources";
}

#[test]
fn each_law_is_broken_by_its_type_only() {
    for (law, table) in BROKEN {
        let found = findings(&walk(table()));
        let names: BTreeSet<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, BTreeSet::from([*law]));
    }
    let covered: BTreeSet<&str> = BROKEN.iter().map(|(law, _)| *law).collect();
    let all: BTreeSet<&str> = LAWS.iter().map(|law| law.name).collect();
    assert_eq!(covered, all);
}

#[test]
fn replays_break_the_same_law_only() {
    for (law, table) in BROKEN {
        let (_, sequence) = findings(&walk(table())).remove(0);
        let mode = Mode::replay(vec![sequence]);
        let replay = RunConfig { mode, ..RunConfig::default() };
        let events = run(table(), &replay);
        let (found, _) = findings(&events).remove(0);
        assert_eq!(found, *law);
        let failed = events.iter().any(|event| match event {
            Event::Replayed { outcome: Outcome::Broken { law: found, .. }, .. } => found == law,
            Event::Replayed { outcome: Outcome::Panicked { .. }, .. } => true,
            _ => false,
        });
        assert!(failed, "{events:?}");
        for other in ["clone-alike", "eq-reflexive"].iter().filter(|other| *other != law) {
            let only = RunConfig { only_law: (*other).to_owned(), ..replay.clone() };
            let events = run(table(), &only);
            assert!(findings(&events).is_empty(), "{events:?}");
        }
        let off = RunConfig { laws: false, ..replay };
        assert!(findings(&run(table(), &off)).is_empty(), "{law}");
    }
}

macro_rules! keeps {
    ($($name:ident)*) => {
        const KEPT: &[(&str, fn() -> Table)] =
            &[$((stringify!($name), || table!(kept::$name))),*];
    };
}
keeps! {
    Float Caseless Pieces Subset Lazy Looks Address Unwritable Loose Endless Again Shared Name
}

#[test]
fn odd_types_that_keep_laws_pass() {
    for (name, table) in KEPT {
        let events = walk(table());
        assert!(findings(&events).is_empty(), "{name}: {events:?}");
    }
}

#[test]
fn unjudged_types_are_not_checked() {
    let mut table = Table::default();
    table.ty("EqReflexive", vtable!(broken::EqReflexive));
    table.op(0, call(args::<(Val<u8>,)>(), |(x0,)| broken::EqReflexive::new(x0)));
    assert!(findings(&walk(table)).is_empty());
}

#[test]
fn values_built_by_field_need_not_round_trip() {
    let mut plan = plan();
    plan.operations[0].kind = OperationKind::Construct;
    let registry = Registry::link(table!(broken::RoundTrip), &plan).expect("table and plan fit");
    let mut events: Vec<Event> = Vec::new();
    let config = RunConfig { contain: false, calls_budget: Some(2000), ..RunConfig::default() };
    turns::run(&config, &registry, &mut events);
    assert!(findings(&events).is_empty());
}

/// Keeps its keys apart, unless they are changed behind its back.
mod keys {
    #[derive(Clone, Debug)]
    pub(super) struct Keys(pub(super) Vec<u8>);

    impl PartialEq for Keys {
        fn eq(&self, other: &Self) -> bool {
            let found = |key: &u8| other.0.iter().filter(|other| *other == key).count() == 1;
            self.0.len() == other.0.len() && self.0.iter().all(found)
        }
    }
    impl Eq for Keys {}
}

#[test]
fn values_changed_through_lent_references_are_not_judged() {
    let keys = |write: bool| {
        let mut table = Table::default();
        table.ty("Keys", judged!(keys::Keys));
        table.op(0, call(args::<()>(), |()| keys::Keys(vec![1, 2])));
        table.op(1, call(args::<(Mut<keys::Keys>,)>(), |(x0,)| &mut x0.0[0]));
        if write {
            table.op(2, call(args::<(Mut<u8>, Val<u8>)>(), |(x0, x1)| *x0 = x1));
        } else {
            table.op(2, call(args::<(Mut<keys::Keys>, Val<u8>)>(), |(x0, x1)| x0.0.push(x1)));
        }
        let mut plan = plan();
        plan.operations = vec![plan.operations[0].clone(); 3];
        plan.operations[1].flows =
            vec![Flow { from: 0, to: FlowTo::Result, kind: FlowKind::Borrow }];
        let registry = Registry::link(table, &plan).expect("table and plan fit");
        let mut events: Vec<Event> = Vec::new();
        let config = RunConfig { contain: false, calls_budget: Some(2000), ..RunConfig::default() };
        turns::run(&config, &registry, &mut events);
        findings(&events)
    };
    assert!(keys(true).is_empty());
    assert!(!keys(false).is_empty());
}

#[test]
fn values_left_to_their_caller_are_not_judged() {
    let keys = |kind: OperationKind| {
        let mut table = Table::default();
        table.ty("Keys", judged!(keys::Keys));
        table.op(0, call(args::<()>(), |()| keys::Keys(vec![1, 2])));
        table.op(1, call(args::<(Mut<keys::Keys>, Val<u8>)>(), |(x0, x1)| x0.0.push(x1)));
        let mut plan = plan();
        plan.operations = vec![plan.operations[0].clone(); 2];
        plan.operations[1].kind = kind;
        let registry = Registry::link(table, &plan).expect("table and plan fit");
        let mut events: Vec<Event> = Vec::new();
        let config = RunConfig { contain: false, calls_budget: Some(2000), ..RunConfig::default() };
        turns::run(&config, &registry, &mut events);
        findings(&events)
    };
    assert!(keys(OperationKind::Spoil).is_empty());
    assert!(!keys(OperationKind::Call).is_empty());
}
