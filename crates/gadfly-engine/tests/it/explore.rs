//! The walk, end to end and in process, over a table of std types.

use crate::std_table::{self, id};
use crate::turns;
use gadfly_engine::entry::EXIT_DONE;
use gadfly_engine::generated::Table;
use gadfly_engine::link::registry::Registry;
use gadfly_wire::{to_frame, Event, Mode, RunConfig};

fn registry() -> Registry {
    let mut table = Table::default();
    std_table::register(&mut table);
    Registry::link(table, &std_table::plan()).expect("table and plan fit")
}

fn run(config: &RunConfig) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    let config = RunConfig { contain: false, ..config.clone() };
    assert_eq!(turns::run(&config, &registry(), &mut events), EXIT_DONE);
    events
}

#[test]
fn functions_return_and_known_panics_are_found() {
    let events = run(&RunConfig { calls_budget: Some(200_000), ..RunConfig::default() });
    let Some(Event::Summary { operations, finished, .. }) = events.last() else {
        panic!("no summary");
    };
    assert!(finished);
    for (index, counts) in operations.iter().enumerate() {
        // Its argument is never produced.
        let expected = index as u32 != id::CHARS_NEXT;
        assert_eq!(counts.returned > 0, expected, "operation {index}: {counts:?}");
    }
    let panics: Vec<(u32, &str)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Panic { operation, message, .. } => Some((*operation, message.as_str())),
            _ => None,
        })
        .collect();
    let found = |operation, text| {
        panics.iter().any(|(found, message)| *found == operation && message.contains(text))
    };
    assert!(found(id::NUMBERS_INDEX, "index out of bounds"), "{panics:?}");
    assert!(found(id::NEEDS_TWO, "divide by zero"), "{panics:?}");
    assert!(panics.iter().all(|(operation, _)| {
        [id::NUMBERS_INDEX, id::NEEDS_TWO, id::SPLIT_AT_MUT].contains(operation)
    }));
}

// Equal seeds give equal bytes only in fresh processes, since what values cost is counted for the
// whole process: tests/contain.rs compares two of them.
#[test]
fn another_seed_takes_another_way() {
    let bytes = |seed| {
        let config = RunConfig { seed, calls_budget: Some(30_000), ..RunConfig::default() };
        run(&config).iter().flat_map(to_frame).collect::<Vec<u8>>()
    };
    assert!(bytes(1) != bytes(2), "the seed does not matter");
}

#[test]
fn samples_pass_and_drop_all_live_values() {
    let mode = Mode::Sample { count: 300 };
    let events = run(&RunConfig { mode, ..RunConfig::default() });
    let samples: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Sample { sequence } => Some(sequence),
            _ => None,
        })
        .collect();
    assert_eq!(samples.len(), 300);
    for sequence in &samples {
        let mut drops = sequence.final_drops.clone();
        drops.sort_unstable();
        let alive: Vec<u32> =
            (0..sequence.alive.len() as u32).filter(|var| sequence.alive[*var as usize]).collect();
        assert_eq!(drops, alive);
        assert_eq!(sequence.alive.len(), sequence.statements.len());
    }
    assert!(samples.iter().any(|sequence| {
        sequence.statements.iter().any(|statement| !statement.kills.is_empty())
    }));
    let sequences = samples.into_iter().cloned().collect();
    let replayed = run(&RunConfig { mode: Mode::replay(sequences), ..RunConfig::default() });
    let outcomes: Vec<_> = replayed
        .iter()
        .filter_map(|event| match event {
            Event::Replayed { outcome, .. } => Some(outcome.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(outcomes, vec![gadfly_wire::Outcome::Returned; 300]);
}

/// A combination lock: each step is legal only after the one before it.
mod lock {
    use gadfly_engine::generated::*;
    use gadfly_wire::{OperationPlan, Plan};

    pub(super) const STEPS: u32 = 12;

    #[derive(Clone, Debug, Hash, PartialEq, Eq)]
    struct Lock(u32);

    macro_rules! steps {
        ($table:ident: $($step:literal)*) => {$(
            $table.op($step, try_call(args::<(Mut<Lock>,)>(), |(x0,)| {
                (x0.0 == $step - 1).then(|| x0.0 += 1)
            }));
        )*};
    }

    pub(super) fn register(table: &mut Table) {
        table.ty("Lock", vtable!(Lock));
        table.op(0, call(args::<()>(), |()| Lock(0)));
        steps!(table: 1 2 3 4 5 6 7 8 9 10 11);
    }

    pub(super) fn plan() -> Plan {
        let operation = |index| OperationPlan::of_function(index);
        Plan {
            operations: (0..STEPS).map(operation).collect(),
            functions: STEPS,
            ..Plan::default()
        }
    }
}

#[test]
fn searches_extend_states_to_the_deepest_function() {
    let mut table = Table::default();
    lock::register(&mut table);
    let registry = Registry::link(table, &lock::plan()).expect("table and plan fit");
    let config = RunConfig { contain: false, calls_budget: Some(20_000), ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    turns::run(&config, &registry, &mut events);
    let Some(Event::Summary { operations, .. }) = events.last() else { panic!("no summary") };
    let reached = operations.iter().filter(|counts| counts.returned > 0).count();
    assert_eq!(reached as u32, lock::STEPS);
}

#[test]
fn a_walk_without_anything_to_call_ends() {
    let registry = Registry::link(Table::default(), &std_table::plan()).expect("an empty table");
    let config = RunConfig { contain: false, calls_budget: Some(1), ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    assert_eq!(turns::run(&config, &registry, &mut events), EXIT_DONE);
    assert!(matches!(events.last(), Some(Event::Summary { calls: 0, finished: true, .. })));
}

#[test]
fn replays_observe_new_and_final_values() {
    let mut table = Table::default();
    lock::register(&mut table);
    let registry = Registry::link(table, &lock::plan()).expect("table and plan fit");
    let argument = gadfly_wire::Argument { var: 0, access: gadfly_wire::Access::BorrowMut };
    let statement =
        |id, args| gadfly_wire::Statement { args, ..gadfly_wire::Statement::operation(id) };
    let statements = vec![statement(0, vec![]), statement(1, vec![argument])];
    let sequence = gadfly_wire::Sequence { statements, ..gadfly_wire::Sequence::default() };
    let mode = Mode::Replay { sequences: vec![sequence], literals: Vec::new(), observe: true };
    let config = RunConfig { contain: false, mode, ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    turns::run(&config, &registry, &mut events);
    let values = events.iter().find_map(|event| match event {
        Event::Observed { index: 0, values, .. } => Some(values),
        _ => None,
    });
    let seen: Vec<(u32, bool, Option<&str>)> = values
        .expect("values are sent")
        .iter()
        .map(|value| (value.var, value.is_final, value.debug.as_deref()))
        .collect();
    assert_eq!(
        seen,
        [
            (0, false, Some("Lock(0)")),
            (1, false, Some("()")),
            (0, true, Some("Lock(1)")),
            (1, true, Some("()")),
        ]
    );
}

#[test]
fn recordings_show_results_and_changes() {
    let mut table = Table::default();
    lock::register(&mut table);
    let registry = Registry::link(table, &lock::plan()).expect("table and plan fit");
    let turn =
        |id| gadfly_wire::Statement::operation(id).with_args([(0, gadfly_wire::Access::BorrowMut)]);
    let make = gadfly_wire::Statement::operation(0);
    // The last step is illegal: nothing is recorded of it.
    let statements = vec![make, turn(1), turn(3)];
    let sequence = gadfly_wire::Sequence::of(statements);
    let mode = Mode::Record { sequences: vec![sequence], literals: Vec::new(), shared: false };
    let config = RunConfig { contain: false, mode, ..RunConfig::default() };
    let mut events: Vec<Event> = Vec::new();
    turns::run(&config, &registry, &mut events);
    let steps = events.iter().find_map(|event| match event {
        Event::Recorded { index: 0, steps, .. } => Some(steps),
        _ => None,
    });
    let seen: Vec<(Option<&str>, Vec<Option<&str>>)> = steps
        .expect("steps are sent")
        .iter()
        .map(|step| {
            let changed = step.changed.iter().map(|look| look.debug.as_deref());
            (step.result.debug.as_deref(), changed.collect())
        })
        .collect();
    assert_eq!(seen, [(Some("Lock(0)"), vec![]), (Some("()"), vec![Some("Lock(1)")])]);
    let illegal = gadfly_wire::Outcome::Illegal { statement: 2 };
    assert!(events.contains(&Event::Replayed { index: 0, outcome: illegal }));
}

#[test]
fn varied_samples_end_with_their_number() {
    let config = RunConfig { mode: Mode::Vary { count: 20 }, ..RunConfig::default() };
    let samples = run(&config).iter().filter(|it| matches!(it, Event::Sample { .. })).count();
    assert_eq!(samples, 20);
}
