//! Process changes: changes that calls leave in their process are reported, once each, and attributed to the right call.

use crate::harness::{self, Harness};
use crate::untidy_plan::{self, id};
use gadfly_wire::{
    Event, Mode, Outcome, ProcessChange, ProcessChangeAt, RunConfig, Sequence, Statement, What,
};
use std::collections::BTreeMap;

fn config() -> RunConfig {
    RunConfig { calls_budget: Some(3000), ..RunConfig::default() }
}

fn sequence(ids: &[u32]) -> Sequence {
    let statement = |id: &u32| Statement::operation(*id);
    Sequence::of(ids.iter().map(statement).collect())
}

fn replayed(name: &str, look_for: Option<ProcessChangeAt>, sequences: &[&[u32]]) -> Vec<Outcome> {
    let harness = Harness::new("untidy", name, &untidy_plan::plan());
    let mode = Mode::replay(sequences.iter().map(|ids| sequence(ids)).collect());
    let (status, events) = harness.run(&RunConfig { mode, look_for, ..config() });
    assert_eq!(status.code(), Some(0));
    let outcome = |event| match event {
        Event::Replayed { outcome, .. } => Some(outcome),
        _ => None,
    };
    events.into_iter().filter_map(outcome).collect()
}

#[test]
fn process_changes_are_reported_once_per_operation() {
    let harness = Harness::new("untidy", "walk", &untidy_plan::plan());
    let (status, events) = harness.run(&config());
    assert_eq!((status.code(), harness.processes()), (Some(0), 0));
    let mut left: BTreeMap<u32, Vec<ProcessChange>> = BTreeMap::new();
    for event in &events {
        if let Event::Left { what, operation, sequence, .. } = event {
            let last = sequence.statements.last().expect("there is a call");
            assert_eq!(last.what, What::Operation(*operation));
            left.entry(*operation).or_default().push(*what);
        }
    }
    let mut expected = BTreeMap::from([
        (id::CHANGE_DIRECTORY, vec![ProcessChange::Directory]),
        (id::SET_VARIABLE, vec![ProcessChange::Environment]),
        (id::CLOSE_OUTPUT, vec![ProcessChange::Streams]),
        (id::BLOCK_SIGNALS, vec![ProcessChange::SignalMask]),
        (id::REPLACE_HOOK, vec![ProcessChange::PanicHook]),
        (id::CHANGE_TWO_THINGS, vec![ProcessChange::Directory, ProcessChange::Environment]),
    ]);
    // While the thread of one is there, the other cannot be blamed for its own.
    for thread in [id::LEAVE_THREAD, id::LEAVE_ANOTHER_THREAD] {
        if left.contains_key(&thread) {
            expected.insert(thread, vec![ProcessChange::Thread]);
        }
    }
    assert!(expected.len() > 6, "{left:?}");
    for tidy in [id::VISIT_DIRECTORY, id::BORROW_VARIABLE, id::WRAP_HOOK_AND_UNWRAP] {
        assert!(!left.contains_key(&tidy), "{left:?}");
    }
    assert_eq!(left, expected);
    let Some(Event::Summary { operations, finished: true, .. }) = events.last() else {
        panic!("no summary: {:?}", events.last());
    };
    assert!(operations.iter().all(|counts| counts.returned > 20), "{operations:?}");
}

#[test]
fn replays_look_for_the_requested_change_only() {
    let order = |operation, what| Some(ProcessChangeAt { operation, what });
    let alone: &[u32] = &[id::CHANGE_TWO_THINGS];
    let after: &[u32] = &[id::SET_VARIABLE, id::CHANGE_TWO_THINGS, id::PRINT];
    let never: &[u32] = &[id::SET_VARIABLE, id::CHANGE_DIRECTORY];
    let sequences = [alone, after, never];
    for what in [ProcessChange::Directory, ProcessChange::Environment] {
        let left = |statement| Outcome::Left { what, statement };
        let name = format!("only_{what:?}");
        let outcomes = replayed(&name, order(id::CHANGE_TWO_THINGS, what), &sequences);
        assert_eq!(outcomes, [left(0), left(1), Outcome::Returned]);
    }
    let outcomes =
        replayed("streams", order(id::CHANGE_TWO_THINGS, ProcessChange::Streams), &sequences);
    assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Returned), "{outcomes:?}");
    let outcomes = replayed("nothing", None, &sequences);
    assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Returned), "{outcomes:?}");
}

#[test]
fn threads_do_not_disturb_later_sequences() {
    let order = Some(ProcessChangeAt { operation: id::LEAVE_THREAD, what: ProcessChange::Thread });
    let sequences: [&[u32]; 5] = [
        &[id::PRINT, id::LEAVE_THREAD],
        &[id::LEAVE_ANOTHER_THREAD],
        &[id::LEAVE_THREAD],
        // Whose is it?
        &[id::LEAVE_ANOTHER_THREAD, id::LEAVE_THREAD],
        &[id::JOIN_THREAD, id::LEAVE_THREAD, id::PRINT],
    ];
    let left = |statement| Outcome::Left { what: ProcessChange::Thread, statement };
    let expected = [left(1), Outcome::Returned, left(0), Outcome::Returned, left(1)];
    assert_eq!(replayed("threads", order, &sequences), expected);
}

#[test]
fn threads_that_end_with_their_owner_are_ignored() {
    for operation in [id::MAKE_POOL, id::JOIN_THREAD] {
        let order = Some(ProcessChangeAt { operation, what: ProcessChange::Thread });
        let sequences: [&[u32]; 2] = [&[operation], &[id::PRINT, operation, id::PRINT]];
        let outcomes = replayed(&format!("owned_{operation}"), order, &sequences);
        assert_eq!(outcomes, [Outcome::Returned, Outcome::Returned]);
    }
}

#[test]
fn a_search_that_looks_repeats_byte_for_byte() {
    // The timing of threads is not repeatable.
    let mut plan = untidy_plan::plan();
    for thread in [id::LEAVE_THREAD, id::LEAVE_ANOTHER_THREAD] {
        plan.operations[thread as usize].function = None;
    }
    let run = |name: &str| Harness::new("untidy", name, &plan).run_bytes(&config());
    let (first, second) = (run("first"), run("second"));
    let (a, b) = (harness::events(&first.1), harness::events(&second.1));
    for (a, b) in a.iter().zip(&b) {
        assert_eq!(a, b, "two runs with one seed differ");
    }
    assert!(first == second, "two runs with one seed differ");
}
