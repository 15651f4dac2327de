//! The entry point of a harness.
//!
//! Reads its orders from the file named by `GADFLY_RUN`, links table and plan, and runs. The subject gets an empty standard
//! input and an environment without our variable and without backtraces; its output goes where the orders say.

use crate::coverage::EdgeCoverage;
use crate::events;
use crate::events::{EventFile, EventSink};
use crate::judge::LawJudge;
use crate::link::registry::Registry;
use crate::link::table::Table;
use crate::machine::Machine;
use crate::process::allocator;
use crate::process::output;
use crate::process::panic;
use crate::search::{self, SearchEnd};
use crate::snapshot::checkpoint::Checkpoints;
use crate::snapshot::journal::{Journal, OwnEnd};
use crate::snapshot::quarantine::Quarantine;
use crate::snapshot::watchdog;
use crate::strategy;
use crate::sys;
use gadfly_wire::{from_file_bytes, Event, Message, Mode, Plan, RunConfig, SubjectEdges};
use std::fs;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::OnceLock;

/// The environment variable that names the file with the orders.
pub const RUN_VARIABLE: &str = "GADFLY_RUN";
/// The run completed its task.
pub const EXIT_DONE: u8 = 0;
/// The run stopped early, because the subject leaked too much memory or kept dying.
pub const EXIT_STOPPED: u8 = 10;
/// The orders, the plan or the event file cannot be used; the reason is on standard error.
pub const EXIT_BAD_ORDERS: u8 = 11;

static JOURNAL: OnceLock<Journal> = OnceLock::new();

/// Runs a harness whose operations are registered by `register`.
pub fn main(register: impl FnOnce(&mut Table)) -> ExitCode {
    let start = sys::now_nanos();
    allocator::count_here();
    let mut table = Table::default();
    register(&mut table);
    match prepare(table) {
        Ok((config, registry, mut sink)) => {
            let code = run(&config, &registry, &mut sink, start);
            if sys::CAN_CONTAIN {
                // The subject's exit handlers and thread-local values get no last chance to run wild.
                sys::exit_at_once(code.into());
            }
            ExitCode::from(code)
        }
        Err(message) => {
            complain(&message);
            ExitCode::from(EXIT_BAD_ORDERS)
        }
    }
}

/// Runs a linked harness as configured, in this process unless it is contained, sending everything to the sink.
pub fn run_from_now(config: &RunConfig, registry: &Registry, sink: &mut dyn EventSink) -> u8 {
    run(config, registry, sink, sys::now_nanos())
}

/// Runs a linked harness; `start` is when its time began.
fn run(config: &RunConfig, registry: &Registry, sink: &mut dyn EventSink, start: u64) -> u8 {
    let mut journal = Journal::new(registry.operations.len());
    if let Some(path) = &config.last_call_path {
        journal = journal.with_last_call(path);
    }
    allocator::report_to(journal);
    events::report_to(journal);
    let _ = JOURNAL.set(journal);
    let report = panic::PanicCallbacks {
        on_last: |note| {
            if let Some(journal) = JOURNAL.get() {
                journal.set_note(note);
            }
        },
        is_known: match config.mode {
            // Given sequences are run for their outcome; frames are not needed.
            Mode::Replay { .. } | Mode::Walk { .. } => |_| true,
            _ => |key| JOURNAL.get().is_some_and(|journal| journal.knows(key)),
        },
    };
    panic::arm(config.subject_prefixes.clone(), report);
    let present = registry.operations.iter().flatten().count() as u32;
    sink.send(&Event::Ready { operations: present, types: registry.types.len() as u32 });
    let mut machine = Machine::new(registry, journal, sink);
    machine.observer.fingerprint_bytes = config.fingerprint_bytes as usize;
    if let Some(path) = &config.coverage_path {
        match read(path).and_then(|edges: SubjectEdges| EdgeCoverage::of_program(&edges)) {
            Ok(coverage) => machine.coverage = coverage,
            Err(message) => complain(&format!("no coverage: {message}")),
        }
    }
    let is_replay = matches!(config.mode, Mode::Replay { .. });
    let is_protocol = matches!(config.mode, Mode::Walk { .. });
    if config.laws && !is_protocol && !matches!(config.mode, Mode::Sample { .. }) {
        let only = Some(config.only_law.as_str()).filter(|law| !law.is_empty());
        machine.judge = LawJudge::new(registry, only, is_replay);
    }
    machine.executor.keep_going = config.keep_going && config.mode == Mode::Explore;
    if is_replay || is_protocol {
        // Given sequences are run even if they crashed before.
        machine.executor.quarantine = Quarantine::new(0);
    }
    let mut strategy = strategy::chosen(registry, config);
    let mut checkpoints = Checkpoints::new(config);
    let ended = search::run(&mut *strategy, &mut machine, config, start, &mut checkpoints);
    watchdog::stop();
    strategy.close(&mut machine);
    let timed = |value: u64| if search::is_deterministic(config) { 0 } else { value };
    machine.send(&Event::Summary {
        calls: journal.calls.load(Relaxed),
        sequences: journal.sequences.load(Relaxed),
        states: journal.states.load(Relaxed),
        millis: timed(search::millis_since(start)),
        recovery_millis: timed(journal.recovery_micros.load(Relaxed) / 1000),
        longest_recovery_micros: timed(journal.recovery_longest.load(Relaxed)),
        operations: journal.counts(),
        panics_seen: journal.buckets(),
        crashes: journal.crashes.load(Relaxed),
        coverage: machine.coverage.counts(),
        reached: machine.coverage.reached(),
        finished: ended == SearchEnd::Finished,
    });
    journal.end(OwnEnd::Finished);
    if ended == SearchEnd::Finished {
        EXIT_DONE
    } else {
        EXIT_STOPPED
    }
}

fn prepare(table: Table) -> Result<(RunConfig, Registry, EventFile), String> {
    let path = std::env::var(RUN_VARIABLE)
        .map_err(|_| format!("{RUN_VARIABLE} must name the file with the orders for this run"))?;
    std::env::remove_var(RUN_VARIABLE);
    // A subject that asks for its own backtraces would only be slow.
    std::env::set_var("RUST_BACKTRACE", "0");
    let config: RunConfig = read(&path)?;
    let mut plan: Plan = read(&config.plan_path)?;
    if let Mode::Replay { literals, .. } | Mode::Walk { literals, .. } = &config.mode {
        plan.literals.extend_from_slice(literals);
    }
    let sink = EventFile::open(&config.events_path)
        .map_err(|error| format!("failed to open {}: {error}", config.events_path))?;
    let registry = Registry::link(table, &plan)
        .map_err(|error| format!("the plan does not fit this harness: {error}"))?;
    if let Some(scratch) = &config.scratch_dir {
        std::env::set_current_dir(scratch)
            .map_err(|error| format!("failed to change to {scratch}: {error}"))?;
    }
    output::redirect(config.output_path.as_deref())?;
    sys::no_core_files();
    Ok((config, registry, sink))
}

fn read<M: Message>(path: &str) -> Result<M, String> {
    let bytes = fs::read(path).map_err(|error| format!("failed to read {path}: {error}"))?;
    from_file_bytes(&bytes).map_err(|error| format!("failed to read {path}: {error}"))
}

fn complain(message: &str) {
    use std::io::Write;
    // A closed stream must not change the exit code.
    let _ = writeln!(std::io::stderr(), "gadfly harness: {message}");
}
