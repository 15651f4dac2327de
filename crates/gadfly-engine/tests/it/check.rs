//! Properties: tried as often as asked for on values made at random, and invariants, checked whenever a value was touched.

use crate::turns;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::{LinkError, Registry};
use gadfly_wire::{
    CheckEnd, CheckOrder, Event, Flow, FlowKind, FlowTo, Literal, LiteralType, LiteralValue, Mode,
    OperationCounts, OperationKind, OperationPlan, Outcome, Plan, RunConfig, What,
};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

const NEW: u32 = 0;
const ADD: u32 = 1;
const SMALL: u32 = 2;
const ODD: u32 = 3;
const NEVER: u32 = 4;
const UNMADE: u32 = 5;
const KEPT: u32 = 6;
const ASSERTED: u32 = 7;
const APART: u32 = 8;
const EMPTY: u32 = 9;
const PUSH: u32 = 10;
const POP: u32 = 11;
const CLEAR: u32 = 12;
const LISTED: u32 = 13;
const RARE: u32 = 14;
const KEEPER: u32 = 15;
const KEEP: u32 = 16;
const LENT: u32 = 17;
const LAMP: u32 = 18;
const TOGGLE: u32 = 19;
const LIT: u32 = 20;
const HANDLE: u32 = 21;
const BUMP: u32 = 22;
const BELOW: u32 = 23;
const FAR_APART: u32 = 24;
const COUNT: usize = 25;

#[derive(Clone, Debug, Hash, PartialEq, Eq)]
struct Counter(u8);
struct Nothing;
#[derive(Debug, Hash)]
struct Pile(Vec<u8>);
/// Keeps what it was lent, and what that was.
#[derive(Clone, Debug, Default)]
struct Keeper(RefCell<Vec<(&'static u16, u16)>>);
#[derive(Clone, Debug, Hash, PartialEq, Eq)]
struct Lamp(bool);
/// Clones share one number.
#[derive(Clone, Debug)]
struct Handle(Rc<Cell<u32>>);

fn table() -> Table {
    let mut table = Table::default();
    table.ty("Counter", vtable!(Counter));
    table.op(NEW, call(args::<()>(), |()| Counter(0)));
    table.op(ADD, call(args::<(Mut<Counter>, Val<u8>)>(), |(x0, x1)| x0.0 = x0.0.wrapping_add(x1)));
    // Effects of a property on its argument are not observed.
    table.op(
        SMALL,
        call(args::<(Mut<Counter>,)>(), |(x0,)| u8::from(std::mem::replace(&mut x0.0, 99) >= 9)),
    );
    table.op(ODD, try_call(args::<(Ref<Counter>,)>(), |(x0,)| (x0.0 % 2 == 1).then_some(0_u8)));
    table.op(NEVER, try_call(args::<(Val<u8>,)>(), |_| None::<u8>));
    table.op(UNMADE, call(args::<(Val<Nothing>,)>(), |_| 0_u8));
    table.op(KEPT, call(args::<(Ref<Counter>,)>(), |(x0,)| u8::from(x0.0 == 77)));
    table.op(
        ASSERTED,
        call(args::<(Ref<Counter>,)>(), |(x0,)| {
            assert!(x0.0 < 200, "{} is too many", x0.0);
            0_u8
        }),
    );
    table.op(APART, call(args::<(Val<u16>, Val<u16>)>(), |(x0, x1)| u8::from(x0 == 3 && x1 == 19)));
    table.ty("Pile", vtable!(Pile));
    table.op(EMPTY, call(args::<()>(), |()| Pile(Vec::new())));
    table.op(PUSH, call(args::<(Mut<Pile>, Val<u8>)>(), |(x0, x1)| x0.0.push(x1)));
    table.op(POP, call(args::<(Mut<Pile>,)>(), |(x0,)| x0.0.pop().is_some()));
    table.op(CLEAR, call(args::<(Mut<Pile>,)>(), |(x0,)| x0.0.clear()));
    table.op(LISTED, call(args::<(Ref<Pile>,)>(), |_| 0_u8));
    table.op(
        RARE,
        call(args::<(Ref<Counter>, Val<u16>)>(), |(x0, x1)| u8::from(x0.0 == 147 && x1 == 199)),
    );
    table.ty("Keeper", vtable!(Keeper));
    table.op(KEEPER, call(args::<()>(), |()| Keeper::default()));
    table.op(
        KEEP,
        call(args::<(Mut<Keeper>, Ref<u16>)>(), |(x0, x1)| x0.0.borrow_mut().push((x1, *x1))),
    );
    table.op(
        LENT,
        call(args::<(Ref<Keeper>, Ref<u16>)>(), |(x0, x1)| {
            let is_wrong = x0.0.borrow().iter().any(|(there, was)| *there != was);
            x0.0.borrow_mut().push((x1, *x1));
            u8::from(is_wrong)
        }),
    );
    table.ty("Lamp", vtable!(Lamp));
    table.op(LAMP, call(args::<()>(), |()| Lamp(false)));
    table.op(TOGGLE, call(args::<(Mut<Lamp>,)>(), |(x0,)| x0.0 = !x0.0));
    table.op(LIT, call(args::<(Ref<Lamp>,)>(), |_| 0_u8));
    table.ty("Handle", vtable!(Handle));
    table.op(
        HANDLE,
        call(args::<(Val<u16>,)>(), |(x0,)| Handle(Rc::new(Cell::new((x0 % 200).into())))),
    );
    table.op(BUMP, call(args::<(Mut<Handle>,)>(), |(x0,)| x0.0.set(x0.0.get() + 1)));
    table.op(FAR_APART, call(args::<(Val<u16>, Val<u16>, Val<u16>)>(), |_| 0_u8));
    // No sequence is long enough.
    table.op(BELOW, call(args::<(Ref<Handle>,)>(), |(x0,)| u8::from(x0.0.get() >= 400)));
    table.notes(|| ("a sort".to_owned(), "it is false".to_owned()));
    table
}

fn plan() -> Plan {
    let kinds = [
        OperationKind::Call,
        OperationKind::Call,
        OperationKind::Property(0),
        OperationKind::Property(1),
        OperationKind::Property(2),
        OperationKind::Property(3),
        OperationKind::Call,
        OperationKind::Property(5),
        OperationKind::Property(6),
        OperationKind::Call,
        OperationKind::Call,
        OperationKind::Call,
        OperationKind::Call,
        OperationKind::Property(7),
        OperationKind::Property(8),
        OperationKind::Call,
        OperationKind::Call,
        OperationKind::Property(9),
        OperationKind::Call,
        OperationKind::Call,
        OperationKind::Property(10),
        OperationKind::Call,
        OperationKind::Call,
        OperationKind::Property(11),
        OperationKind::Property(12),
    ];
    let operation = |kind| OperationPlan::of_kind(kind);
    let literal = |value: u8| Literal::new(LiteralType::U8, LiteralValue::Unsigned(value.into()));
    let more = (0..200).map(|value| Literal::new(LiteralType::U16, LiteralValue::Unsigned(value)));
    let names = [
        "small",
        "odd",
        "never",
        "unmade",
        "kept",
        "asserted",
        "apart",
        "listed",
        "rare",
        "lent",
        "lit",
        "below",
        "far apart",
    ];
    let mut operations = kinds.map(operation).to_vec();
    operations[KEEP as usize].flows =
        vec![Flow { from: 1, to: FlowTo::Argument(0), kind: FlowKind::Borrow }];
    Plan {
        operations,
        properties: names.map(str::to_owned).to_vec(),
        literals: [0, 1, 2, 5, 30, 70, 100, 255].map(literal).into_iter().chain(more).collect(),
        ..Plan::default()
    }
}

fn run(plan: &Plan, mode: Mode) -> Vec<Event> {
    let registry = Registry::link(table(), plan).expect("table and plan fit");
    let mut events: Vec<Event> = Vec::new();
    let calls_budget = (mode == Mode::Explore).then_some(20_000);
    let config =
        RunConfig { contain: false, laws: false, mode, calls_budget, ..RunConfig::default() };
    turns::run(&config, &registry, &mut events);
    events
}

fn orders(operations: &[u32]) -> Mode {
    let order = |operation: &u32| CheckOrder { operation: *operation, cases: 300, discards: 3000 };
    Mode::Check { orders: operations.iter().map(order).collect() }
}

/// Calls and sequences.
fn made(events: &[Event]) -> (u64, u64) {
    let of = |event: &Event| match event {
        Event::Summary { calls, sequences, .. } => Some((*calls, *sequences)),
        _ => None,
    };
    events.iter().find_map(of).expect("a summary")
}

/// Counted, failed, discarded, why it ended.
fn checked(events: &[Event], of: u32) -> (u64, u64, u64, CheckEnd) {
    events
        .iter()
        .find_map(|event| match event {
            Event::Checked { operation, counted, failed, discarded, ended, .. }
                if *operation == of =>
            {
                Some((*counted, *failed, *discarded, *ended))
            }
            _ => None,
        })
        .expect("it was checked")
}

#[test]
fn properties_are_tried_as_often_as_requested() {
    let events = run(&plan(), orders(&[SMALL, ODD, NEVER, UNMADE, ASSERTED]));
    let (counted, failed, discarded, ended) = checked(&events, SMALL);
    assert_eq!((counted, discarded, ended), (300, 0, CheckEnd::Done));
    assert!(failed > 20 && failed < 300, "{failed}");
    let (counted, failed, discarded, ended) = checked(&events, ODD);
    assert_eq!((counted, failed, ended), (300, 0, CheckEnd::Done));
    assert!(discarded > 20, "{discarded}");
    assert_eq!(checked(&events, NEVER), (0, 0, 3000, CheckEnd::Starved));
    assert_eq!(checked(&events, UNMADE), (0, 0, 0, CheckEnd::Unmade));
    let (counted, failed, _, ended) = checked(&events, ASSERTED);
    assert!(counted == 300 && failed > 0 && ended == CheckEnd::Done, "{failed}");
    let labels = events.iter().find_map(|event| match event {
        Event::Checked { operation: SMALL, labels, .. } => Some(labels),
        _ => None,
    });
    assert_eq!(labels.map(|labels| labels[0].label.as_str()), Some("a sort"));
}

#[test]
fn failing_inputs_are_reported_once_and_fail_again() {
    let events = run(&plan(), orders(&[SMALL, ASSERTED]));
    let broken: Vec<&Event> =
        events.iter().filter(|event| matches!(event, Event::Broken { .. })).collect();
    let [Event::Broken { law, operation, sequence, vars, .. }] = broken[..] else {
        panic!("{broken:?}");
    };
    assert_eq!((*operation, law.sentence.as_str()), (SMALL, "it is false"));
    let last = sequence.statements.last().expect("there are statements");
    assert_eq!(last.what, What::Operation(SMALL));
    let earlier = &sequence.statements[..sequence.statements.len() - 1];
    let is_property = |what: What| matches!(what, What::Operation(id) if id >= SMALL && id != KEPT);
    assert!(!earlier.iter().any(|statement| is_property(statement.what)), "{sequence:?}");
    let panics = events.iter().filter(|event| matches!(event, Event::Panic { .. })).count();
    assert_eq!(panics, 1, "a location is a cause, whatever the message");
    let replayed = run(&plan(), Mode::replay(vec![sequence.clone()]));
    let is_broken = |event: &Event| match event {
        Event::Replayed { outcome: Outcome::Broken { law: found, vars: of, .. }, .. } => {
            *found == law.name && of == vars
        }
        _ => false,
    };
    assert!(replayed.iter().any(is_broken), "{replayed:?}");
}

#[test]
fn all_combinations_of_the_first_literals_are_tried() {
    let order = CheckOrder { operation: APART, cases: 1000, discards: 3000 };
    let events = run(&plan(), Mode::Check { orders: vec![order] });
    let (counted, failed, _, ended) = checked(&events, APART);
    // It is one of 400 among 40,000.
    assert!(counted == 1000 && failed > 0 && ended == CheckEnd::Done, "{failed} of {counted}");
}

#[test]
fn intermediate_states_are_tried_and_productive_calls_preferred() {
    let order = CheckOrder { operation: LISTED, cases: 20_000, discards: 1 };
    let events = run(&plan(), Mode::Check { orders: vec![order] });
    let distinct = events.iter().find_map(|event| match event {
        Event::Checked { distinct, .. } => Some(*distinct),
        _ => None,
    });
    assert!(distinct >= Some(18_000), "of 20,000 inputs {distinct:?} are different");
    let counts = events.iter().find_map(|event| match event {
        Event::Summary { operations, .. } => Some(operations),
        _ => None,
    });
    let called = |id: u32| counts.map_or(0, |counts| counts[id as usize].called);
    assert!(called(POP) + called(CLEAR) < called(PUSH), "{} pushes", called(PUSH));
    assert!(called(POP) > 2000 && called(CLEAR) > 500, "{} {}", called(POP), called(CLEAR));
}

/// A counter made by chance and a property that hardly ever fails: only long runs get there.
#[test]
fn long_runs_use_batches_and_report_sequences() {
    let run_with = |cases| {
        let order = CheckOrder { operation: RARE, cases, discards: 1 };
        run(&plan(), Mode::Check { orders: vec![order] })
    };
    let sequences = |events: &[Event]| made(events).1;
    let (short, long) = (run_with(1000), run_with(100_000));
    assert_eq!(checked(&long, RARE).0, 100_000);
    // A hundred times as many inputs, and hardly more sequences than ten times as many.
    assert!(sequences(&long) < 20 * sequences(&short), "{}", sequences(&long));
    let broken = long.iter().find_map(|event| match event {
        Event::Broken { operation, sequence, .. } if *operation == RARE => Some(sequence),
        _ => None,
    });
    let sequence = broken.expect("the failure is reported");
    assert!(checked(&long, RARE).1 > 0);
    // All changes of a cloned input are part of the sequence, which fails on its own.
    let replay =
        Mode::Replay { sequences: vec![sequence.clone()], literals: Vec::new(), observe: false };
    let events = run(&plan(), replay);
    assert!(
        events.iter().any(|event| matches!(event, Event::Broken { operation: RARE, .. })),
        "{events:?}"
    );
}

#[test]
fn borrowers_are_lent_no_temporary_literals() {
    let order = CheckOrder { operation: LENT, cases: 3000, discards: 1 };
    let events = run(&plan(), Mode::Check { orders: vec![order] });
    let (counted, failed, _, _) = checked(&events, LENT);
    assert_eq!((counted, failed), (3000, 0));
}

#[test]
fn shared_parts_of_clones_end_batches() {
    let order = CheckOrder { operation: BELOW, cases: 8000, discards: 1 };
    let events = run(&plan(), Mode::Check { orders: vec![order] });
    let (counted, failed, _, _) = checked(&events, BELOW);
    assert_eq!((counted, failed), (8000, 0));
}

#[test]
fn literal_batches_follow_after_all_corners() {
    let order = CheckOrder { operation: FAR_APART, cases: 60_000, discards: 1 };
    let events = run(&plan(), Mode::Check { orders: vec![order] });
    assert_eq!(checked(&events, FAR_APART).0, 60_000);
    // There are 8,000 corners, tried by some of the sequences; all else comes in batches.
    assert!(made(&events).1 < 25_000, "{} sequences", made(&events).1);
}

#[test]
fn batches_without_new_inputs_end() {
    let order = CheckOrder { operation: LIT, cases: 8000, discards: 1 };
    let events = run(&plan(), Mode::Check { orders: vec![order] });
    let (calls, _) = made(&events);
    assert_eq!(checked(&events, LIT).0, 8000);
    assert!(calls < 400_000, "{calls} calls for 8,000 inputs of two sorts");
}

#[test]
fn the_same_seed_gives_the_same_events() {
    let mode = || orders(&[SMALL, ODD, ASSERTED]);
    assert_eq!(run(&plan(), mode()), run(&plan(), mode()));
}

#[test]
fn invariants_are_checked_whenever_a_value_was_touched() {
    let mut with_invariant = plan();
    with_invariant.operations[KEPT as usize].kind = OperationKind::Invariant(4);
    let events = run(&with_invariant, Mode::Explore);
    let broken: Vec<&Event> =
        events.iter().filter(|event| matches!(event, Event::Broken { .. })).collect();
    let [Event::Broken { operation, sequence, .. }] = broken[..] else { panic!("{broken:?}") };
    assert_eq!(*operation, KEPT);
    assert_eq!(sequence.statements.last().map(|it| it.what), Some(What::Operation(KEPT)));
    let before = sequence.statements.iter().rev().nth(1).map(|statement| statement.what);
    assert_eq!(before, Some(What::Operation(ADD)), "it is seen at once: {sequence:?}");
    let counts = events.iter().find_map(|event| match event {
        Event::Summary { operations, .. } => Some(operations[KEPT as usize]),
        _ => None,
    });
    assert!(counts.is_some_and(|counts: OperationCounts| counts.returned > 1000), "{counts:?}");
}

#[test]
fn a_property_must_exist_and_yield_a_byte() {
    assert_eq!(plan().operations.len(), COUNT);
    let mut unknown = plan();
    unknown.operations[SMALL as usize].kind = OperationKind::Property(99);
    assert_eq!(Registry::link(table(), &unknown).err(), Some(LinkError::Property { id: SMALL }));
    let mut other = plan();
    other.operations[NEW as usize].kind = OperationKind::Property(0);
    assert_eq!(Registry::link(table(), &other).err(), Some(LinkError::Property { id: NEW }));
}
