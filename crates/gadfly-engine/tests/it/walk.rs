//! Protocols of a type, end to end and in process: every interleaving, in order.

use crate::std_table::{self, id};
use crate::turns;
use gadfly_engine::entry::EXIT_DONE;
use gadfly_engine::generated::Table;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{
    ArgumentMaker, ArgumentSource, Event, Growth, Literal, LiteralType, LiteralValue, Mode, Role,
    RunConfig, WalkCall, WalkEdge, WalkOrder, WalkOutcome, What,
};

const TARGET: u32 = WalkCall::TARGET;

fn call(operation: u32, args: &[u32], role: Role) -> WalkCall {
    WalkCall { operation, then: Vec::new(), args: args.to_vec(), role, can_fail: false }
}

fn order(calls: Vec<WalkCall>, sources: Vec<ArgumentSource>, depth: u32) -> WalkOrder {
    WalkOrder {
        methods: (1..calls.len() as u32).collect(),
        sources,
        calls,
        starts: vec![vec![0]],
        depth,
        most: u64::MAX,
        growth: Growth::Normal,
        merge: false,
        errors_end: false,
        predicates: Vec::new(),
    }
}

/// `Vec<i32>`: new, push, len, index, clear; numbers come from one stream per type.
fn numbers(depth: u32) -> (WalkOrder, Vec<Literal>) {
    let first = std_table::literals().len() as u32;
    let literal = |ty, value: u8| Literal {
        ty,
        value: if ty == LiteralType::I32 {
            LiteralValue::Signed(value.into())
        } else {
            LiteralValue::Unsigned(value.into())
        },
        weight: 1,
    };
    let literals = vec![
        literal(LiteralType::I32, 0),
        literal(LiteralType::I32, 1),
        literal(LiteralType::Usize, 0),
        literal(LiteralType::Usize, 1),
    ];
    let source = |from: u32| ArgumentSource {
        makers: (from..from + 2)
            .map(|index| ArgumentMaker { what: What::Literal(first + index), args: Vec::new() })
            .collect(),
    };
    let calls = vec![
        call(id::NUMBERS_NEW, &[], Role::Construct),
        call(id::NUMBERS_PUSH, &[TARGET, 0], Role::Procedure),
        call(id::NUMBERS_LEN, &[TARGET], Role::Observe),
        call(id::NUMBERS_INDEX, &[TARGET, 1], Role::Observe),
        call(id::NUMBERS_CLEAR, &[TARGET], Role::Procedure),
    ];
    (order(calls, vec![source(0), source(2)], depth), literals)
}

fn run(order: WalkOrder, literals: Vec<Literal>) -> Vec<Event> {
    let mut table = Table::default();
    std_table::register(&mut table);
    let mut plan = std_table::plan();
    plan.literals.extend(literals.clone());
    let registry = Registry::link(table, &plan).expect("table and plan fit");
    let mode = Mode::Walk { order, literals };
    let config = RunConfig { mode, contain: false, ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    assert_eq!(turns::run(&config, &registry, &mut events), EXIT_DONE);
    events
}

fn edges(events: &[Event]) -> Vec<WalkEdge> {
    let mut all: Vec<WalkEdge> = Vec::new();
    for event in events {
        if let Event::Walked { first, edges, .. } = event {
            all.truncate(*first as usize);
            assert_eq!(all.len(), *first as usize, "nothing is left out");
            all.extend(edges.iter().cloned());
        }
    }
    all
}

fn text(edge: &WalkEdge) -> &str {
    match &edge.outcome {
        WalkOutcome::Returned(Some(text)) => text,
        WalkOutcome::Panicked { .. } => "panic",
        _ => "?",
    }
}

#[test]
fn interleavings_run_shortest_first() {
    let (order, literals) = numbers(2);
    let edges = edges(&run(order, literals));
    // One beginning, four methods on it, and four on each of the three that did not panic.
    assert_eq!(edges.len(), 1 + 4 + 12);
    let first: Vec<(u32, &str)> = edges[..5].iter().map(|edge| (edge.call, text(edge))).collect();
    assert_eq!(first, [(0, "[]"), (1, "()"), (2, "0"), (3, "panic"), (4, "()")]);
    // push; len, index and len; index: the first index of a sequence is 0 in each.
    let after = |parent: u32, call: u32| {
        let found = edges.iter().find(|edge| edge.parent == parent && edge.call == call);
        text(found.expect("it was run"))
    };
    assert_eq!(after(1, 2), "1");
    assert_eq!(after(1, 3), "0");
    assert_eq!(after(2, 3), "panic");
    assert!(edges.iter().all(|edge| edge.changed == [1, 4].contains(&edge.call) || edge.call == 0));
}

#[test]
fn growth_by_change_extends_changed_values_only() {
    let (mut order, literals) = numbers(2);
    order.growth = Growth::Changed;
    let edges = edges(&run(order, literals));
    assert_eq!(edges.len(), 1 + 4 + 8);
    assert!(edges[5..].iter().all(|edge| [1, 4].contains(&edge.parent)));
}

#[test]
fn merging_walks_do_not_extend_known_values() {
    let (mut order, literals) = numbers(2);
    order.merge = true;
    let edges = edges(&run(order, literals));
    // len and clear lead back to the empty vector.
    assert_eq!(edges.iter().filter(|edge| edge.merged).count(), 5, "{edges:?}");
    assert_eq!(edges.len(), 1 + 4 + 4);
}

#[test]
fn states_are_found_with_shortest_calls_and_steps() {
    let (mut order, literals) = numbers(3);
    order.growth = Growth::States;
    // Any predicate will do: `0` is not `true`, so this one distinguishes nothing.
    order.predicates = vec![2];
    let events = run(order, literals);
    let found: Vec<(u64, Vec<u32>)> = events
        .iter()
        .filter_map(|event| match event {
            Event::StateFound { state, calls } => Some((*state, calls.clone())),
            _ => None,
        })
        .collect();
    assert_eq!(found, [(0, vec![0])]);
    let panics =
        events.iter().any(|event| matches!(event, Event::StepFound { from: 0, call: 3, to: None }));
    assert!(panics, "{events:?}");
}
