//! Distinct inputs of a property are counted by value, or not at all.

use crate::turns;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{
    CheckOrder, Event, Literal, LiteralType, LiteralValue, Mode, OperationKind, OperationPlan,
    Plan, RunConfig,
};

const LAMP: u32 = 0;
const TOGGLE: u32 = 1;
const NEXT: u32 = 2;
const SECRET: u32 = 3;
const KEY: u32 = 4;
const NO_KEY: u32 = 5;
const NONE: u32 = 6;
const ONE: u32 = 7;
const BYTE: u32 = 8;
const LIT: u32 = 9;
const BOTH: u32 = 10;
const FAILING: u32 = 11;
const HIDDEN: u32 = 12;
const TAKEN: u32 = 13;

#[derive(Clone, Debug, Hash, PartialEq, Eq)]
struct Lamp(bool);
/// It has no cloned input.
#[derive(Debug)]
struct Key(u8);
/// It has no fingerprint.
struct Secret;

fn table() -> Table {
    let mut table = Table::default();
    table.ty("Lamp", vtable!(Lamp));
    table.op(LAMP, call(args::<()>(), |()| Lamp(false)));
    table.op(TOGGLE, call(args::<(Mut<Lamp>,)>(), |(x0,)| x0.0 = !x0.0));
    table.op(NEXT, call(args::<(Val<u8>,)>(), |(x0,)| x0.wrapping_add(1)));
    table.op(SECRET, call(args::<(Val<u8>,)>(), |_| Secret));
    table.ty("Key", vtable!(Key));
    table.op(KEY, call(args::<()>(), |()| Key(0)));
    table.op(NO_KEY, try_call(args::<(Val<u8>,)>(), |_| None::<Key>));
    table.op(NONE, call(args::<()>(), |()| 0_u8));
    table.op(ONE, call(args::<(Val<bool>,)>(), |_| 0_u8));
    table.op(BYTE, call(args::<(Val<u8>,)>(), |_| 0_u8));
    table.op(LIT, call(args::<(Ref<Lamp>,)>(), |_| 0_u8));
    table.op(BOTH, call(args::<(Val<bool>, Ref<Lamp>)>(), |_| 0_u8));
    table.op(FAILING, call(args::<(Val<bool>,)>(), |(x0,)| u8::from(x0)));
    table.op(HIDDEN, call(args::<(Val<Secret>,)>(), |_| 0_u8));
    table.op(TAKEN, call(args::<(Val<Key>,)>(), |(x0,)| x0.0));
    table
}

/// Inputs that were counted, and those of them that were different.
fn tried(property: u32, cases: u32) -> (u64, u64) {
    let checked = events(property, cases).into_iter().find_map(|event| match event {
        Event::Checked { counted, distinct, .. } => Some((counted, distinct)),
        _ => None,
    });
    checked.expect("it was checked")
}

fn events(property: u32, cases: u32) -> Vec<Event> {
    let operation = |id: u32| {
        OperationPlan::of_kind(if id < NONE {
            OperationKind::Call
        } else {
            OperationKind::Property(id - NONE)
        })
    };
    let literal = |ty, value| Literal::new(ty, value);
    let bytes = (0..40).map(|value| literal(LiteralType::U8, LiteralValue::Unsigned(value)));
    let flags = [false, true].map(|value| literal(LiteralType::Bool, LiteralValue::Bool(value)));
    let plan = Plan {
        operations: (0..=TAKEN).map(operation).collect(),
        properties: (NONE..=TAKEN).map(|id| id.to_string()).collect(),
        literals: bytes.chain(flags).collect(),
        ..Plan::default()
    };
    let registry = Registry::link(table(), &plan).expect("table and plan fit");
    let orders = vec![CheckOrder { operation: property, cases, discards: 1 }];
    let mode = Mode::Check { orders };
    let config = RunConfig { contain: false, laws: false, mode, ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    turns::run(&config, &registry, &mut events);
    events
}

#[test]
fn equal_inputs_are_one_however_they_were_made() {
    assert_eq!(tried(NONE, 900), (900, 1));
    assert_eq!(tried(ONE, 900), (900, 2));
    assert_eq!(tried(LIT, 900), (900, 2));
    assert_eq!(tried(TAKEN, 900), (900, 1));
    assert_eq!(tried(BOTH, 900), (900, 4));
    let (counted, distinct) = tried(BYTE, 900);
    assert!(counted == 900 && (41..=256).contains(&distinct), "{distinct} of {counted}");
}

#[test]
fn long_runs_count_literals_as_short_ones_do() {
    assert_eq!(tried(NONE, 5000), (5000, 1));
    assert_eq!(tried(ONE, 5000), (5000, 2));
    assert_eq!(tried(FAILING, 5000), (5000, 2), "what fails again is no other input");
    assert!(tried(BYTE, 5000).1 <= 256);
}

#[test]
fn missing_coverage_reports_nothing() {
    assert_eq!(tried(HIDDEN, 900), (900, 900));
    assert_eq!(tried(LIT, 5000), (5000, 5000), "what becomes of cloned_inputs is not looked at");
}

#[test]
fn frequent_failures_do_not_starve_properties() {
    let of = |event: &Event| match event {
        Event::Summary { sequences, .. } => Some(*sequences),
        _ => None,
    };
    let sequences = events(TAKEN, 900).iter().find_map(of).expect("a summary");
    assert!(sequences < 900 * 20, "{sequences}");
}
