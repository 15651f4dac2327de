//! The search: a strategy run under budgets, with checkpoints and progress reports.

use crate::machine::Machine;
use crate::process::allocator;
use crate::process::changes::ProcessChanges;
use crate::process::output;
use crate::process::state::ProcessState;
use crate::snapshot::checkpoint::{CheckpointOutcome, Checkpoints, EXIT_LEAKED};
use crate::snapshot::journal::OwnEnd;
use crate::strategy::Strategy;
use crate::sys;
use gadfly_wire::{Event, RunConfig};
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

/// Sequences in a row without a single call after which there is nothing left to do: no operation has its arguments, or all
/// of them are given up.
const MAX_IDLE: u32 = 100_000;
/// Sequences between two looks at the length of the output.
const TRIM_EVERY: u64 = 64;
/// Sequences between two checks for other changes of the process.
const RESTORE_EVERY: u64 = 256;
/// Threads that the subject may leave behind in one process.
const MOST_THREADS: u64 = 64;

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEnd {
    /// The budget is used up, or there was nothing left to do.
    Finished,
    /// The subject leaked too much memory or keeps dying.
    Stopped,
}

/// Runs a strategy until its budget is used up.
pub fn run(
    strategy: &mut dyn Strategy,
    machine: &mut Machine<'_>,
    config: &RunConfig,
    start: u64,
    checkpoints: &mut Checkpoints,
) -> SearchEnd {
    let deterministic = is_deterministic(config);
    let budget = usize::try_from(config.memory_bytes).unwrap_or(usize::MAX);
    let baseline = allocator::charged();
    let process_state = Rc::new(ProcessState::now(config.scratch_dir.as_deref()));
    machine.executor.process_changes = ProcessChanges::new(config, &process_state);
    let (mut rounds, mut idle) = (0_u64, 0_u32);
    let mut plateau = Plateau::default();
    loop {
        let millis = millis_since(start);
        let calls = machine.journal.calls.load(Relaxed);
        let over = config.calls_budget.is_some_and(|budget| calls >= budget)
            || config.time_budget_ms.is_some_and(|budget| millis >= budget)
            || config.plateau_ms.is_some_and(|longest| {
                let edges = machine.coverage.counts().map(|counts| u64::from(counts.hit));
                plateau.lasts(edges.unwrap_or_else(|| strategy.states()), millis) >= longest
            });
        if !machine.journal.is_intact() && checkpoints.has_snapshot() {
            // What is over or due was decided by numbers that the subject has written.
            sys::exit_at_once(EXIT_LEAKED);
        }
        if over {
            return SearchEnd::Finished;
        }
        let leaked =
            allocator::charged().saturating_sub(baseline) / (budget.saturating_mul(2) / 100).max(1);
        if leaked > 100 {
            if !checkpoints.has_snapshot() {
                return SearchEnd::Stopped;
            }
            make_place(machine);
        }
        if !deterministic && millis >= machine.journal.reported.load(Relaxed) + 1000 {
            report(strategy, machine, millis);
        }
        match checkpoints.pass(machine, millis, calls, leaked) {
            CheckpointOutcome::On => {}
            CheckpointOutcome::Anew(salt) => strategy.reseed(salt),
            CheckpointOutcome::GiveUp => return SearchEnd::Stopped,
        }
        machine.executor.process_changes.switch(checkpoints.has_snapshot());
        allocator::allow(budget);
        let more = strategy.round(machine);
        allocator::allow_everything();
        machine.journal.states.store(strategy.states(), Relaxed);
        rounds += 1;
        if rounds % TRIM_EVERY == 0 {
            output::trim();
        }
        if rounds % RESTORE_EVERY == 0 && checkpoints.has_snapshot() {
            process_state.restore();
            if sys::threads() > MOST_THREADS {
                make_place(machine);
            }
        }
        let is_used_up =
            config.isolated || machine.executor.process_changes.wants_another_process();
        if more && checkpoints.has_snapshot() && is_used_up {
            make_place(machine);
        }
        idle = if machine.journal.calls.load(Relaxed) == calls { idle + 1 } else { 0 };
        if !more || idle >= MAX_IDLE {
            return SearchEnd::Finished;
        }
    }
}

/// The time for which nothing new has been seen.
#[derive(Debug, Default)]
struct Plateau {
    seen: u64,
    since: u64,
}

impl Plateau {
    /// For how long there have been this many things.
    fn lasts(&mut self, seen: u64, millis: u64) -> u64 {
        if self.seen != seen {
            *self = Self { seen, since: millis };
        }
        millis.saturating_sub(self.since)
    }
}

/// Returns whether the run must repeat byte for byte: nothing may depend on time then.
pub fn is_deterministic(config: &RunConfig) -> bool {
    config.time_budget_ms.is_none() && config.plateau_ms.is_none()
}

/// Milliseconds since a reading of the clock.
pub fn millis_since(start: u64) -> u64 {
    sys::now_nanos().saturating_sub(start) / 1_000_000
}

/// Ends this process, so that a snapshot continues in its place.
fn make_place(machine: &Machine<'_>) -> ! {
    machine.journal.end(OwnEnd::Spent);
    sys::exit_at_once(EXIT_LEAKED)
}

fn report(strategy: &dyn Strategy, machine: &mut Machine<'_>, millis: u64) {
    let journal = machine.journal;
    journal.reported.store(millis, Relaxed);
    let mut returned = vec![false; machine.registry.functions as usize];
    for (counts, operation) in journal.counts().iter().zip(&machine.registry.operations) {
        if let Some(function) = operation.as_ref().and_then(|operation| operation.function) {
            returned[function as usize] |= counts.returned > 0;
        }
    }
    let coverage = machine.coverage.counts();
    machine.send(&Event::Progress {
        calls: journal.calls.load(Relaxed),
        sequences: journal.sequences.load(Relaxed),
        states: strategy.states(),
        functions_returned: returned.iter().filter(|returned| **returned).count() as u32,
        panics: journal.buckets().len() as u32,
        crashes: journal.crashes.load(Relaxed),
        coverage,
        millis,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plateau_lasts_from_the_last_news() {
        let mut plateau = Plateau::default();
        assert_eq!(plateau.lasts(5, 100), 0);
        assert_eq!(plateau.lasts(5, 400), 300);
        assert_eq!(plateau.lasts(6, 500), 0);
        assert_eq!(plateau.lasts(6, 1500), 1000);
    }
}
