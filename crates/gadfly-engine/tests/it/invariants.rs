//! Invariants: checked after every call of a search or a walk that touched a value, directly or behind a reference.

use crate::turns;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{
    Access, Argument, Event, Flow, FlowKind, FlowTo, Growth, Mode, OperationKind, OperationPlan,
    Plan, Role, RunConfig, Sequence, Statement, WalkCall, WalkEdge, WalkOrder, WalkOutcome, What,
};

const NEW: u32 = 0;
const ADD: u32 = 1;
const SPOIL: u32 = 2;
const HOLD: u32 = 3;
const LEND: u32 = 4;
const EVEN: u32 = 5;
const SMALL: u32 = 6;

#[derive(Clone, Debug, Hash, PartialEq, Eq)]
struct Counter(u8);
#[derive(Debug)]
struct Holder(Counter);

fn table() -> Table {
    let mut table = Table::default();
    table.ty("Counter", vtable!(Counter));
    table.ty("Holder", vtable!(Holder));
    table.op(NEW, call(args::<()>(), |()| Counter(0)));
    table.op(ADD, call(args::<(Mut<Counter>,)>(), |(x0,)| x0.0 = x0.0.wrapping_add(3)));
    table.op(
        SPOIL,
        call(args::<(Mut<Counter>,)>(), |(x0,)| {
            x0.0 = x0.0.wrapping_mul(2).wrapping_add(1);
            panic!("half-way");
        }),
    );
    table.op(HOLD, call(args::<()>(), |()| Holder(Counter(0))));
    table.op(LEND, call(args::<(Mut<Holder>,)>(), |(x0,)| &mut x0.0));
    table.op(EVEN, call(args::<(Ref<Counter>,)>(), |(x0,)| u8::from(x0.0 % 2 == 1)));
    table.op(
        SMALL,
        call(args::<(Ref<Counter>,)>(), |(x0,)| {
            assert!(x0.0 < 9, "{} is too many", x0.0);
            0_u8
        }),
    );
    table.notes(|| (String::new(), "it is false".to_owned()));
    table
}

/// All operations, this one as invariant.
fn plan(invariant: u32) -> Plan {
    let operations = (NEW..=SMALL).map(|id| OperationPlan {
        flows: match id {
            LEND => vec![Flow { from: 0, to: FlowTo::Result, kind: FlowKind::Borrow }],
            _ => Vec::new(),
        },
        kind: match id {
            _ if id == invariant => OperationKind::Invariant(0),
            EVEN | SMALL => OperationKind::Property(1),
            _ => OperationKind::Call,
        },
        ..OperationPlan::default()
    });
    let properties = ["holds", "another"].map(str::to_owned).to_vec();
    Plan { operations: operations.collect(), properties, ..Plan::default() }
}

fn run(invariant: u32, mode: Mode, keep_going: bool) -> Vec<Event> {
    let registry = Registry::link(table(), &plan(invariant)).expect("table and plan fit");
    let mut events: Vec<Event> = Vec::new();
    let calls_budget = Some(20_000);
    let config = RunConfig {
        contain: false,
        laws: false,
        mode,
        keep_going,
        calls_budget,
        ..RunConfig::default()
    };
    turns::run(&config, &registry, &mut events);
    events
}

fn statement(id: u32, vars: &[u32], caught: bool) -> Statement {
    let argument = |var: &u32| Argument { var: *var, access: Access::Move };
    let args = vars.iter().map(argument).collect();
    Statement { args, ..Statement::operation(id) }.with_caught(caught)
}

fn replay(statements: &[Statement]) -> Mode {
    Mode::replay(vec![Sequence::of(statements.to_vec())])
}

fn operations(sequence: &Sequence) -> Vec<u32> {
    let called = sequence.statements.iter().filter_map(|statement| match statement.what {
        What::Operation(id) => Some(id),
        What::Literal(_) => None,
    });
    called.collect()
}

/// Sequences that end with a violated invariant, as operations.
fn violations(events: &[Event], invariant: u32) -> Vec<Vec<u32>> {
    let seen = events.iter().filter_map(|event| match event {
        Event::Broken { operation, sequence, .. } | Event::Panic { operation, sequence, .. }
            if *operation == invariant =>
        {
            Some(operations(sequence))
        }
        _ => None,
    });
    seen.collect()
}

#[test]
fn violated_and_panicking_invariants_are_reported_at_once() {
    for invariant in [EVEN, SMALL] {
        let found = violations(&run(invariant, Mode::Explore, false), invariant);
        let [found] = &found[..] else { panic!("one cause: {found:?}") };
        assert!(found.ends_with(&[ADD, invariant]), "{found:?}");
    }
}

#[test]
fn invariants_are_checked_behind_references() {
    let statements =
        [statement(HOLD, &[], false), statement(LEND, &[0], false), statement(ADD, &[1], false)];
    let found = violations(&run(EVEN, replay(&statements), false), EVEN);
    assert_eq!(found, [[HOLD, LEND, ADD, EVEN]]);
}

#[test]
fn invariants_are_checked_after_caught_panics() {
    let found = violations(&run(EVEN, Mode::Explore, true), EVEN);
    assert!(!found.is_empty());
    // The first way to it decides which call is blamed; a panic inside of an invariant is never caught.
    assert!(found.iter().all(|found| found.ends_with(&[EVEN])), "{found:?}");
    let statements = [statement(NEW, &[], false), statement(SPOIL, &[0], true)];
    let found = violations(&run(EVEN, replay(&statements), false), EVEN);
    assert_eq!(found, [[NEW, SPOIL, EVEN]]);
}

#[test]
fn walks_end_at_violated_invariants() {
    let call = |operation, args: &[u32], role| WalkCall {
        operation,
        then: Vec::new(),
        args: args.to_vec(),
        role,
        can_fail: false,
    };
    let order = || WalkOrder {
        methods: vec![1],
        sources: Vec::new(),
        calls: vec![
            call(NEW, &[], Role::Construct),
            call(ADD, &[WalkCall::TARGET], Role::Procedure),
        ],
        starts: vec![vec![0]],
        depth: 5,
        most: u64::MAX,
        growth: Growth::Normal,
        merge: false,
        errors_end: false,
        predicates: Vec::new(),
    };
    let outcomes = |invariant| -> Vec<WalkOutcome> {
        let mode = Mode::Walk { order: order(), literals: Vec::new() };
        let events = run(invariant, mode, false);
        let edges = events.into_iter().filter_map(|event| match event {
            Event::Walked { edges, .. } => Some(edges),
            _ => None,
        });
        edges.flatten().map(|edge: WalkEdge| edge.outcome).collect()
    };
    let is_violated = |outcome: &WalkOutcome, expected: &str| match outcome {
        WalkOutcome::Violated { invariant, message, .. } => {
            invariant == "holds" && message == expected
        }
        _ => false,
    };
    let even = outcomes(EVEN);
    assert!(even.len() == 2 && is_violated(&even[1], "it is false"), "{even:?}");
    let small = outcomes(SMALL);
    assert!(small.len() == 4 && is_violated(&small[3], "9 is too many"), "{small:?}");
}
