//! Operations that state a law: their result is a verdict on their arguments, not a value.

use crate::turns;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::{LinkError, Registry};
use gadfly_wire::{
    Event, Law, Literal, LiteralType, LiteralValue, Mode, OperationKind, OperationPlan, Outcome,
    Plan, RunConfig, Statement, What,
};
use std::collections::BTreeSet;
use std::sync::Mutex;

const NEW: u32 = 0;
const ADD: u32 = 1;
const SMALL: u32 = 2;
const NEGATE: u32 = 3;

#[derive(Clone, Debug, Hash, PartialEq, Eq)]
struct Counter(u8);

fn table() -> Table {
    let mut table = Table::default();
    table.ty("Counter", vtable!(Counter));
    table.ty("bool", vtable!(bool));
    table.op(NEW, call(args::<()>(), |()| Counter(0)));
    table.op(ADD, call(args::<(Mut<Counter>,)>(), |(x0,)| x0.0 = (x0.0 + 1) % 16));
    table.op(SMALL, call(args::<(Ref<Counter>,)>(), |(x0,)| x0.0 < 9));
    table.op(NEGATE, call(args::<(Val<bool>,)>(), |(x0,)| !x0));
    table
}

fn plan() -> Plan {
    let operation = |kind| OperationPlan::of_kind(kind);
    let call = OperationKind::Call;
    Plan {
        operations: [call, call, OperationKind::Law(0), call].map(operation).to_vec(),
        laws: vec![Law {
            name: "small".to_owned(),
            sentence: "counters are small".to_owned(),
            method: "add".to_owned(),
            assertion: "assert!({0}.0 < 9);".to_owned(),
            helpers: String::new(),
        }],
        ..Plan::default()
    }
}

fn run(config: &RunConfig) -> Vec<Event> {
    run_plan(&plan(), config)
}

fn run_plan(plan: &Plan, config: &RunConfig) -> Vec<Event> {
    let registry = Registry::link(table(), plan).expect("table and plan fit");
    let mut events: Vec<Event> = Vec::new();
    let config = RunConfig { contain: false, ..config.clone() };
    turns::run(&config, &registry, &mut events);
    events
}

#[test]
fn broken_laws_are_reported_once_without_values() {
    let events = run(&RunConfig { calls_budget: Some(20_000), ..RunConfig::default() });
    let broken: Vec<&Event> =
        events.iter().filter(|event| matches!(event, Event::Broken { .. })).collect();
    let [Event::Broken { bucket, law, operation, vars, sequence, .. }] = broken[..] else {
        panic!("{broken:?}");
    };
    assert_eq!((law.name.as_str(), *operation), ("small", SMALL));
    let last = sequence.statements.last().expect("there are statements");
    assert_eq!(last.what, What::Operation(SMALL));
    assert_eq!(last.args.iter().map(|arg| arg.var).collect::<Vec<_>>(), *vars);
    let adds = sequence.statements.iter().filter(|found| found.what == What::Operation(ADD));
    assert!(adds.count() >= 9, "{sequence:?}");
    let Some(Event::Summary { panics_seen, operations, .. }) = events.last() else {
        panic!("no summary");
    };
    assert!(panics_seen[*bucket as usize] > 1);
    assert_eq!(operations[NEGATE as usize].called, 0, "a verdict was used as a value");
    let mode = Mode::replay(vec![sequence.clone()]);
    let replayed = run(&RunConfig { mode, ..RunConfig::default() });
    let is_broken = |event: &Event| match event {
        Event::Replayed { outcome: Outcome::Broken { law, vars: found, .. }, .. } => {
            law == "small" && found == vars
        }
        _ => false,
    };
    assert!(replayed.iter().any(is_broken), "{replayed:?}");
    let mut kept = sequence.clone();
    kept.statements.retain(|statement: &Statement| statement.what != What::Operation(ADD));
    let mode = Mode::replay(vec![kept]);
    let replayed = run(&RunConfig { mode, ..RunConfig::default() });
    assert!(matches!(
        replayed[1],
        Event::Replayed { outcome: Outcome::Returned | Outcome::Rejected { .. }, .. }
    ));
}

#[test]
fn laws_skip_values_left_to_their_caller() {
    let mut spoiling = plan();
    spoiling.operations[ADD as usize].kind = OperationKind::Spoil;
    let events =
        run_plan(&spoiling, &RunConfig { calls_budget: Some(20_000), ..RunConfig::default() });
    assert!(!events.iter().any(|event| matches!(event, Event::Broken { .. })));
}

/// Among many other functions that take such a value, what states the law has few turns of its own.
#[test]
fn every_law_gets_to_see_many_states() {
    #[derive(Clone, Debug, Hash, PartialEq, Eq)]
    struct Sum(u64);
    static JUDGED: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

    let fillers = SMALL + 1..60;
    let mut table = Table::default();
    table.ty("Sum", vtable!(Sum));
    table.ty("bool", vtable!(bool));
    table.op(NEW, call(args::<()>(), |()| Sum(0)));
    table.op(ADD, call(args::<(Mut<Sum>, Val<u64>)>(), |(x0, x1)| x0.0 += x1));
    table.op(
        SMALL,
        call(args::<(Ref<Sum>,)>(), |(x0,)| {
            JUDGED.lock().expect("nothing panics").insert(x0.0);
            true
        }),
    );
    for id in fillers.clone() {
        table.op(id, call(args::<(Ref<Sum>,)>(), |(x0,)| x0.0));
    }
    let mut plan = plan();
    plan.operations.truncate(fillers.start as usize);
    plan.operations.extend(fillers.map(|_| OperationPlan::default()));
    let value = |value| Literal::new(LiteralType::U64, LiteralValue::Unsigned(value));
    plan.literals = (1..100).map(value).collect();
    let registry = Registry::link(table, &plan).expect("table and plan fit");
    let config = RunConfig { contain: false, calls_budget: Some(8_000), ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    turns::run(&config, &registry, &mut events);
    let judged = JUDGED.lock().expect("nothing panics").len();
    assert!(judged > 80, "{judged} states");
}

#[test]
fn laws_without_definition_or_bool_are_refused() {
    let mut unknown = plan();
    unknown.operations[SMALL as usize].kind = OperationKind::Law(1);
    assert_eq!(Registry::link(table(), &unknown).err(), Some(LinkError::Law { id: SMALL }));
    let mut other = plan();
    other.operations[NEW as usize].kind = OperationKind::Law(0);
    assert_eq!(Registry::link(table(), &other).err(), Some(LinkError::Law { id: NEW }));
}
