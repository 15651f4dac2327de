//! The abilities of the directed search that the baselines lack.

use crate::turns;
use gadfly_engine::entry::EXIT_DONE;
use gadfly_engine::generated::*;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{
    Direction, Event, Literal, LiteralType, LiteralValue, OperationPlan, Plan, RunConfig,
    SearchSettings, Sequence, Statement, What,
};

/// Full after forty different numbers.
#[derive(Clone, Debug, Default, Hash, PartialEq, Eq)]
struct Shelf(std::collections::BTreeSet<usize>);

/// Opens at one number, which it reveals.
#[derive(Clone, Debug, Hash, PartialEq, Eq)]
struct Safe {
    secret: usize,
}

/// Its ends snap when it is gone.
#[derive(Debug)]
struct Rope(std::rc::Rc<u8>);

const NEW_SHELF: u32 = 0;
const PUT: u32 = 1;
const NEW_SAFE: u32 = 2;
const SECRET: u32 = 3;
const OPEN: u32 = 4;
const FAIL: u32 = 5;
const NEW_ROPE: u32 = 6;
const END: u32 = 7;
const DROP: u32 = 8;
const PULL: u32 = 9;
const OPERATIONS: u32 = 10;

fn register(table: &mut Table) {
    table.ty("Shelf", vtable!(Shelf));
    table.ty("Safe", vtable!(Safe));
    table.ty("Rope", vtable!(Rope));
    table.ty("Rc", vtable!(std::rc::Rc<u8>));
    table.op(NEW_SHELF, call(args::<()>(), |()| Shelf::default()));
    table.op(
        PUT,
        call(args::<(Mut<Shelf>, Val<usize>)>(), |(x0, x1)| {
            x0.0.insert(x1);
            assert!(x0.0.len() < 25, "full");
        }),
    );
    table.op(NEW_SAFE, call(args::<(Val<usize>,)>(), |(x0,)| Safe { secret: x0 * 7 % 101 }));
    table.op(SECRET, call(args::<(Ref<Safe>,)>(), |(x0,)| x0.secret));
    table.op(
        OPEN,
        call(args::<(Ref<Safe>, Val<usize>, Val<usize>)>(), |(x0, x1, x2)| {
            assert!(!(x1 == x0.secret + 1 && x2 == x0.secret && x1 > 60), "open");
        }),
    );
    table.op(FAIL, call(args::<(Mut<Shelf>,)>(), |(_,)| -> usize { panic!("always") }));
    table.op(NEW_ROPE, call(args::<()>(), |()| Rope(std::rc::Rc::new(7))));
    table.op(END, call(args::<(Ref<Rope>,)>(), |(x0,)| std::rc::Rc::clone(&x0.0)));
    table.op(DROP, call(args::<(Val<Rope>,)>(), |(x0,)| drop(x0)));
    table.op(
        PULL,
        call(args::<(Ref<std::rc::Rc<u8>>,)>(), |(x0,)| {
            assert!(std::rc::Rc::strong_count(x0) > 1, "snaps");
        }),
    );
}

fn plan() -> Plan {
    // A drop exercises no function.
    let function = |index| (index != DROP).then_some(index);
    let operation = |index| OperationPlan { function: function(index), ..OperationPlan::default() };
    let literal = |value| Literal::new(LiteralType::Usize, LiteralValue::Unsigned(value));
    Plan {
        operations: (0..OPERATIONS).map(operation).collect(),
        functions: OPERATIONS,
        literals: (0..103).map(literal).collect(),
        ..Plan::default()
    }
}

fn run(config: RunConfig) -> Vec<Event> {
    let mut table = Table::default();
    register(&mut table);
    let registry = Registry::link(table, &plan()).expect("table and plan fit");
    let mut events: Vec<Event> = Vec::new();
    let config = RunConfig { contain: false, ..config };
    assert_eq!(turns::run(&config, &registry, &mut events), EXIT_DONE);
    events
}

fn with(calls: u64, search: SearchSettings) -> RunConfig {
    RunConfig { calls_budget: Some(calls), search, ..RunConfig::default() }
}

fn panics(events: &[Event]) -> Vec<&str> {
    events.iter().filter_map(message_of).collect()
}

fn message_of(event: &Event) -> Option<&str> {
    match event {
        Event::Panic { message, .. } => Some(message.as_str()),
        _ => None,
    }
}

fn returned(events: &[Event], operation: u32) -> u64 {
    match events.last() {
        Some(Event::Summary { operations, .. }) => operations[operation as usize].returned,
        other => panic!("no summary: {other:?}"),
    }
}

#[test]
fn repeated_calls_fill_what_single_calls_do_not() {
    let found = run(with(30_000, SearchSettings::default()));
    assert!(panics(&found).contains(&"full"), "{:?}", panics(&found));
    let single = SearchSettings { repeat_percent: 0, ..SearchSettings::default() };
    let pool_per_type = 1;
    let missed = run(RunConfig { pool_per_type, ..with(30_000, single) });
    assert!(!panics(&missed).contains(&"full"), "{:?}", panics(&missed));
}

#[test]
fn remaining_values_are_used_after_others_are_dropped() {
    // Two calls per sequence do not get there.
    let short = SearchSettings { repeat_percent: 0, append_most: 1, ..Default::default() };
    let found = run(with(20_000, short));
    assert!(panics(&found).contains(&"snaps"), "{:?}", panics(&found));
    let missed = run(with(20_000, SearchSettings { alone_percent: 0, ..short }));
    assert!(!panics(&missed).contains(&"snaps"), "{:?}", panics(&missed));
}

#[test]
fn integers_are_drawn_near_what_an_observer_said() {
    let found = run(with(8_000, SearchSettings::default()));
    assert!(panics(&found).contains(&"open"), "{:?}", panics(&found));
    let blind = SearchSettings { boundary_percent: 0, own_percent: 0, ..SearchSettings::default() };
    let missed = run(with(8_000, blind));
    assert!(!panics(&missed).contains(&"open"), "{:?}", panics(&missed));
}

#[test]
fn known_sequences_are_not_built_again() {
    let no_growth = SearchSettings { repeat_percent: 0, append_most: 1, ..Default::default() };
    let config = |search| RunConfig { pool_per_type: 1, ..with(20_000, search) };
    let skipping = run(config(no_growth));
    let repeating = run(config(SearchSettings { skip_built: false, ..no_growth }));
    // There are only so many ways to drop a rope.
    let (less, more) = (returned(&skipping, DROP), returned(&repeating, DROP));
    assert!(less * 2 < more, "{less} against {more}");
}

#[test]
fn every_function_that_returned_is_kept_once() {
    let events = run(with(30_000, SearchSettings::default()));
    let mut kept: Vec<u32> = Vec::new();
    for event in &events {
        if let Event::Kept { functions, edges, sequence } = event {
            assert_eq!(*edges, 0, "there is no coverage here");
            assert!(!functions.is_empty());
            assert!((1..10).contains(&sequence.statements.len()), "cut down to what matters");
            kept.extend(functions);
        }
    }
    kept.sort_unstable();
    assert_eq!(kept, [NEW_SHELF, PUT, NEW_SAFE, SECRET, OPEN, NEW_ROPE, END, PULL]);
}

#[test]
fn searches_resume_from_earlier_kept_sequences() {
    let earlier = run(with(20_000, SearchSettings::default()));
    let kept = earlier.iter().filter_map(|event| match event {
        Event::Kept { sequence, .. } => Some(sequence.clone()),
        _ => None,
    });
    // What does not fit this harness is passed by.
    let unknown = Statement::operation(999);
    let unknown = Sequence::of(vec![unknown]);
    let seeds: Vec<Sequence> = [unknown].into_iter().chain(kept).collect();
    let is_call = |statement: &&Statement| matches!(statement.what, What::Operation(_));
    let calls = seeds.iter().flat_map(|seed| &seed.statements).filter(is_call).count() as u64;
    let config = with(calls - 1, SearchSettings::default());
    let events = run(RunConfig { seeds: seeds.clone(), ..config.clone() });
    for operation in [NEW_SHELF, PUT, NEW_SAFE, SECRET, OPEN] {
        assert!(returned(&events, operation) > 0, "operation {operation}");
    }
    assert_ne!(events, run(config), "without them it goes another way");
    assert_eq!(events, run(RunConfig { seeds, ..with(calls - 1, SearchSettings::default()) }));
}

#[test]
fn baselines_call_everything_and_find_easy_panics() {
    for direction in
        [Direction::Undirected, Direction::BottomUp, Direction::RandomWalk, Direction::TopDown]
    {
        let config = RunConfig { direction, calls_budget: Some(20_000), ..RunConfig::default() };
        let events = run(config);
        for operation in 0..OPERATIONS {
            let expected = operation != FAIL;
            assert_eq!(returned(&events, operation) > 0, expected, "{direction:?} {operation}");
        }
        assert!(panics(&events).contains(&"always"), "{direction:?}");
        assert!(!panics(&events).contains(&"open"), "{direction:?}");
    }
}

#[test]
fn undirected_searches_repeat_the_same_panic() {
    let panicked = |direction| {
        let config = RunConfig { direction, calls_budget: Some(20_000), ..RunConfig::default() };
        match run(config).last() {
            Some(Event::Summary { operations, .. }) => operations[FAIL as usize].panicked,
            other => panic!("no summary: {other:?}"),
        }
    };
    let (undirected, legal) = (panicked(Direction::Undirected), panicked(Direction::BottomUp));
    assert!(undirected > legal, "{undirected} against {legal}");
}
