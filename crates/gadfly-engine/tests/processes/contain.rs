//! Containment: a harness whose operations kill it must report every death and finish its run.

use crate::harness::{self, Harness};
use crate::nasty_plan::{self, id};
use gadfly_wire::{
    ArgumentMaker, ArgumentSource, CrashKind, During, Event, Growth, Mode, Outcome, Role,
    RunConfig, Sequence, Statement, WalkCall, WalkOrder, WalkOutcome, What,
};
use std::process::ExitStatus;
use std::sync::OnceLock;

const SIGABRT: i32 = 6;
const SIGSEGV: i32 = 11;

fn config() -> RunConfig {
    RunConfig {
        calls_budget: Some(6000),
        hang_ms: 400,
        memory_bytes: 16 << 20,
        ..RunConfig::default()
    }
}

/// One run over everything, shared by the tests that only look at it.
fn walk() -> &'static (ExitStatus, Vec<u8>) {
    static RUN: OnceLock<(ExitStatus, Vec<u8>)> = OnceLock::new();
    RUN.get_or_init(|| Harness::new("nasty", "walk", &nasty_plan::plan()).run_bytes(&config()))
}

fn crashes(events: &[Event], operation: u32) -> Vec<(CrashKind, During)> {
    events
        .iter()
        .filter_map(|event| match event {
            Event::Crash { kind, operation: found, during, .. } if *found == operation => {
                Some((*kind, *during))
            }
            _ => None,
        })
        .collect()
}

#[test]
fn expensive_values_are_reported_with_their_magnitude() {
    let (_, bytes) = walk();
    let magnitudes: Vec<u64> = harness::events(bytes)
        .into_iter()
        .filter_map(|event| match event {
            Event::Crash { operation: id::MAKE_ROOM, kind, during, magnitude, .. } => {
                assert_eq!(kind, CrashKind::OutOfMemory);
                assert!(matches!(during, During::Debug(_)), "{during:?}");
                Some(magnitude)
            }
            _ => None,
        })
        .collect();
    assert!(!magnitudes.is_empty());
    assert!(magnitudes.iter().all(|magnitude| *magnitude >= 1 << 29), "{magnitudes:?}");
}

#[test]
fn crashes_of_every_kind_are_reported_and_survived() {
    let (status, bytes) = walk();
    let events = harness::events(bytes);
    assert_eq!(status.code(), Some(0));
    let kinds = |operation| {
        let mut kinds: Vec<CrashKind> =
            crashes(&events, operation).iter().map(|(kind, _)| *kind).collect();
        kinds.dedup();
        kinds
    };
    assert_eq!(kinds(id::ABORT), [CrashKind::Signal(SIGABRT)]);
    assert_eq!(kinds(id::EXIT_ZERO), [CrashKind::Exit(0)]);
    assert_eq!(kinds(id::EXIT_LIKE_THE_WATCHDOG), [CrashKind::Exit(99)]);
    assert!(matches!(kinds(id::OVERFLOW_STACK)[..], [CrashKind::Signal(SIGABRT | SIGSEGV)]));
    assert_eq!(kinds(id::LOOP), [CrashKind::Hang]);
    assert_eq!(kinds(id::SLEEP), [CrashKind::Hang]);
    assert_eq!(kinds(id::WITH_CAPACITY), [CrashKind::OutOfMemory]);
    assert_eq!(kinds(id::PUSH_FOREVER), [CrashKind::OutOfMemory]);
    assert_eq!(kinds(id::PANIC_TWICE), [CrashKind::Signal(SIGABRT)]);
    assert_eq!(kinds(id::READ_UNCHECKED), [CrashKind::Signal(SIGABRT)]);
    assert_eq!(kinds(id::SEGFAULT), [CrashKind::Signal(SIGSEGV)]);
    assert!(crashes(&events, id::MAKE_DROP_BOMB)
        .iter()
        .all(|(kind, during)| *kind == CrashKind::Signal(SIGABRT)
            && matches!(during, During::Drop(_))));
    assert!(crashes(&events, id::MAKE_DEBUG_BOMB)
        .iter()
        .all(|(_, during)| matches!(during, During::Debug(_))));
    let Some(Event::Summary { operations, finished, .. }) = events.last() else {
        panic!("no summary: {:?}", events.last());
    };
    assert!(finished);
    for (index, counts) in operations.iter().enumerate() {
        assert!(counts.called > 0, "operation {index} was never called");
    }
    let returned = |id: u32| operations[id as usize].returned;
    for id in [id::WITH_CAPACITY, id::TRY_RESERVE, id::HARMLESS, id::PRINT] {
        assert!(returned(id) > 20, "operation {id} returned {} times", returned(id));
    }
    // What leaks takes much memory, and therefore gets few turns.
    assert!(returned(id::LEAK) > 5, "it returned {} times", returned(id::LEAK));
    assert_eq!(operations[id::TRY_RESERVE as usize].crashed, 0);
    assert_eq!(operations[id::HARMLESS as usize].crashed, 0);
    assert_eq!(operations[id::LEAK as usize].crashed, 0);
}

#[test]
fn panics_with_odd_hooks_and_payloads_are_reported() {
    let events = harness::events(&walk().1);
    let panics = |operation| {
        events
            .iter()
            .filter_map(|event| match event {
                Event::Panic { operation: found, message, location, during, .. }
                    if *found == operation =>
                {
                    Some((message.as_str(), location.is_some(), *during))
                }
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(panics(id::REPLACE_HOOK_AND_PANIC), [("without a hook", false, During::Call)]);
    assert_eq!(panics(id::PANIC_AFTER_HOOK), [("with a hook", true, During::Call)]);
    let bomb = panics(id::PANIC_WITH_BOMB);
    assert_eq!(bomb, [("a panic with a payload that is not text", true, During::Call)]);
    let dropped = panics(id::DROP_PANIC);
    assert!(matches!(dropped[..], [("dropped", true, During::Drop(_))]), "{dropped:?}");
    let note = |operation| {
        let note = events.iter().find_map(|event| match event {
            Event::Crash { operation: found, note, .. } if *found == operation => Some(note),
            _ => None,
        });
        note.expect("the process has died of it").as_str()
    };
    let twice = note(id::PANIC_TWICE);
    assert!(twice.contains("second") && twice.contains("first"), "{twice}");
    let undefined = note(id::READ_UNCHECKED);
    assert!(undefined.starts_with("unsafe precondition(s) violated: "), "{undefined}");
    assert!(undefined.contains("get_unchecked") && !undefined.contains('\n'), "{undefined}");
}

#[test]
fn a_run_with_deaths_repeats_byte_for_byte() {
    let again = Harness::new("nasty", "again", &nasty_plan::plan()).run_bytes(&config());
    assert!(*walk() == again, "two runs with one seed differ");
}

#[test]
fn deaths_do_not_stop_a_replay() {
    let statement = |id| Statement::operation(id);
    let sequence = |id| Sequence::of(vec![statement(id)]);
    let deaths = [id::ABORT; 5];
    let sequences = [id::PRINT].into_iter().chain(deaths).chain([id::PRINT, id::PANIC_AFTER_HOOK]);
    let sequences = sequences.map(sequence).collect();
    let harness = Harness::new("nasty", "replay", &nasty_plan::plan());
    let (_, events) = harness.run(&RunConfig { mode: Mode::replay(sequences), ..config() });
    let outcomes: Vec<(u32, Outcome)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Replayed { index, outcome } => Some((*index, outcome.clone())),
            _ => None,
        })
        .collect();
    let died =
        Outcome::Died { kind: CrashKind::Signal(SIGABRT), statement: 0, during: During::Call };
    let (last, earlier) = outcomes.split_last().expect("every sequence has an outcome");
    let expected: Vec<(u32, Outcome)> = (0..7)
        .map(|index| (index, if index % 6 == 0 { Outcome::Returned } else { died.clone() }))
        .collect();
    assert_eq!(earlier, expected);
    let (7, Outcome::Panicked { statement: 0, during: During::Call, message, .. }) = last else {
        panic!("the last one panics, but {last:?}")
    };
    assert!(message.contains("a hook"), "{message}");
    // What is replayed is never held back, however often it kills.
    assert_eq!(crashes(&events, id::ABORT), [(CrashKind::Signal(SIGABRT), During::Call); 5]);
}

#[test]
fn output_goes_to_the_configured_file() {
    let harness = Harness::new("nasty", "output", &nasty_plan::plan());
    let output = harness.path("output");
    let path = Some(output.to_string_lossy().into_owned());
    let statement = Statement::operation(id::PRINT);
    let sequences = vec![Sequence::of(vec![statement])];
    harness.run(&RunConfig { output_path: path, mode: Mode::replay(sequences), ..config() });
    let text = std::fs::read_to_string(output).expect("the output file is there");
    assert_eq!(text, "from the subject\n");
}

#[test]
fn output_of_the_subject_is_bounded() {
    let harness = Harness::new("nasty", "flood", &nasty_plan::plan());
    let output = harness.path("output");
    let path = Some(output.to_string_lossy().into_owned());
    let statement = || Statement::operation(id::PRINT);
    let sequence = || Sequence::of(vec![statement(); 100]);
    let sequences = (0..300).map(|_| sequence()).collect();
    let mode = Mode::replay(sequences);
    harness.run(&RunConfig { output_path: path, mode, calls_budget: None, ..config() });
    let length = std::fs::metadata(output).expect("the output file is there").len();
    assert!(length < 300 << 10, "{length} bytes of {}", 300 * 100 * 17);
}

#[test]
fn replays_of_unknown_operations_are_rejected() {
    let harness = Harness::new("nasty", "unknown", &nasty_plan::plan());
    let statement = |what| Statement::new(what);
    let sequence = |what| Sequence::of(vec![statement(what)]);
    let sequences = [
        sequence(What::Literal(1000)),
        sequence(What::Operation(1000)),
        // Lacks its argument.
        sequence(What::Operation(id::HARMLESS)),
    ];
    let mode = Mode::replay(sequences.to_vec());
    let (status, events) = harness.run(&RunConfig { mode, ..config() });
    assert_eq!(status.code(), Some(0));
    for index in 0..3 {
        let outcome = Outcome::Rejected { statement: 0 };
        assert!(events.contains(&Event::Replayed { index, outcome }), "{events:?}");
    }
}

#[test]
fn bad_run_files_have_a_message_and_code() {
    let harness = Harness::new("nasty", "orders", &nasty_plan::plan());
    let output = harness.command().env("GADFLY_RUN", "/nowhere/at/all").output().expect("it runs");
    assert_eq!(output.status.code(), Some(11));
    assert!(String::from_utf8_lossy(&output.stderr).contains("failed to read /nowhere/at/all"));
    let output = harness.command().output().expect("it runs");
    assert_eq!(output.status.code(), Some(11));
    let mut short = nasty_plan::plan();
    short.operations.truncate(3);
    let harness = Harness::new("nasty", "short_plan", &short);
    let (status, events) = harness.run(&config());
    assert_eq!((status.code(), events.len()), (Some(11), 0));
}

#[cfg(target_os = "linux")]
#[test]
fn killing_the_harness_leaves_no_process_behind() {
    use std::time::{Duration, Instant};
    let harness = Harness::new("nasty", "orphans", &nasty_plan::plan());
    let config = RunConfig { calls_budget: None, time_budget_ms: Some(60_000), ..config() };
    let mut root = harness.start(&config);
    let until = |what: &str, holds: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !holds() {
            assert!(begun.elapsed() < Duration::from_secs(30), "waited in vain until {what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    until("there are snapshots", &|| harness.processes() > 2);
    root.kill().expect("it can be killed");
    root.wait().expect("it was ours");
    until("all are gone", &|| harness.processes() == 0);
}

#[test]
fn hangs_are_confirmed_where_time_counts() {
    let timed = RunConfig { time_budget_ms: Some(60_000), hang_ms: 200, ..config() };
    let harness = Harness::new("nasty", "timed", &nasty_plan::plan());
    let events = harness::events(&harness.run_bytes(&timed).1);
    let hangs = |operation| {
        let all = crashes(&events, operation);
        !all.is_empty() && all.iter().all(|(kind, _)| *kind == CrashKind::Hang)
    };
    assert!(hangs(id::LOOP) && hangs(id::SLEEP), "{events:?}");
}

#[test]
fn confirmations_keep_the_memory_limit() {
    let harness = Harness::new("nasty", "outgrown", &nasty_plan::plan());
    let scratch = harness.path("scratch");
    std::fs::create_dir_all(&scratch).expect("a directory");
    let statement = Statement::operation(id::OUTGROW);
    let sequences = vec![Sequence::of(vec![statement])];
    let timed = RunConfig {
        time_budget_ms: Some(60_000),
        hang_ms: 2000,
        scratch_dir: Some(scratch.to_string_lossy().into_owned()),
        mode: Mode::replay(sequences),
        ..config()
    };
    let events = harness::events(&harness.run_bytes(&timed).1);
    assert_eq!(crashes(&events, id::OUTGROW).len(), 1, "{events:?}");
    assert!(!scratch.join("outgrown").exists(), "it got more than it may have");
}

#[test]
fn crashes_are_outcomes_of_protocols() {
    let call = |operation, args: &[u32], role| WalkCall {
        operation,
        then: Vec::new(),
        args: args.to_vec(),
        role,
        can_fail: false,
    };
    let maker = ArgumentMaker { what: What::Literal(0), args: Vec::new() };
    let order = WalkOrder {
        sources: vec![ArgumentSource { makers: vec![maker] }],
        calls: vec![
            call(id::HARMLESS, &[0], Role::Construct),
            call(id::ABORT, &[], Role::Observe),
            call(id::PRINT, &[], Role::Observe),
        ],
        starts: vec![vec![0]],
        methods: vec![1, 2],
        depth: 9,
        most: u64::MAX,
        growth: Growth::Normal,
        merge: false,
        errors_end: false,
        predicates: Vec::new(),
    };
    let harness = Harness::new("nasty", "protocols", &nasty_plan::plan());
    let mode = Mode::Walk { order, literals: Vec::new() };
    let (status, events) = harness.run(&RunConfig { mode, ..RunConfig::default() });
    assert_eq!(status.code(), Some(0));
    let (mut died, mut edges) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Event::Replayed { index, outcome: Outcome::Died { kind, .. } } => {
                assert_eq!(kind, CrashKind::Signal(SIGABRT));
                died.push(index);
            }
            Event::Walked { first, edges: more, .. } => {
                edges.truncate(first as usize);
                edges.extend(more);
            }
            _ => {}
        }
    }
    // Every second one dies, until it is clear that it always does.
    assert_eq!(died, [1, 3, 5, 7, 9, 11]);
    assert_eq!(edges.len(), 1 + 9 * 2);
    for edge in &edges {
        assert_eq!(edge.outcome == WalkOutcome::Refused, edge.call == 1, "{edge:?}");
    }
}
