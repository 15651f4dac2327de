//! Checkpoints: snapshots of the search that take over when it dies.
//!
//! The search forks itself every so often. The child goes on; the parent waits as a snapshot and runs nothing of the
//! subject's any more. When the child dies, the snapshot reads the journal, reports the death, remembers what not to call, and
//! forks again from where it stood. Deaths early in a run are the rule and come in groups, so the first checkpoints, and those after a
//! death, come soon.

use crate::machine::Machine;
use crate::process::allocator::EXIT_OUT_OF_MEMORY;
use crate::run::lineage::Lineage;
use crate::run::program::to_wire;
use crate::snapshot::journal::{add, Count, OwnEnd};
use crate::snapshot::provenance;
use crate::snapshot::sanitizer::{SanitizerReport, SanitizerReports};
use crate::snapshot::suspect::{is_given_up, Suspects, SIGKILL};
use crate::snapshot::watchdog;
use crate::sys::{self, Fork, ProcessEnd};
use gadfly_wire::{CrashKind, During, Event, Outcome, RunConfig, What};
use std::sync::atomic::Ordering::Relaxed;

/// The time from the start to the first checkpoint.
const FIRST_MILLIS: u64 = 20;
/// The calls from the start to the first checkpoint, where time must not matter.
const FIRST_CALLS: u64 = 2000;
/// With more snapshots than this waiting, they are made ever more rarely: each keeps memory that no other process needs any more.
const MANY: u32 = 64;
/// The memory that all snapshots of a search may hold. Each holds all that the search had grown by: counting references touches
/// every page before long, so that little of it is shared.
const ROOM: u64 = 3 << 29;
/// The memory that each is assumed to hold at least.
const LEAST: u64 = 16 << 20;
/// So many there may be in any case.
const FEW: u64 = 16;
/// Without room for more snapshots, the interval doubles after every so many.
const DOUBLED_AFTER: u32 = 4;

/// Exit code of a process in which the subject has leaked too much memory.
pub const EXIT_LEAKED: i32 = 78;
/// Deaths that no operation can be blamed for, until the run is given up.
const PATIENCE: u32 = 5;

/// A share of a hundred, or more.
pub type Percent = usize;

/// The continuation after a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckpointOutcome {
    /// As before.
    On,
    /// From an older state, and with other choices than last time: the number distinguishes the occasions.
    Anew(u64),
    /// Not at all: the process dies in any case.
    GiveUp,
}

/// Makes checkpoints when they are due.
#[derive(Debug)]
pub struct Checkpoints {
    enabled: bool,
    by_calls: bool,
    longest: u64,
    suspects: Suspects,
    reports: SanitizerReports,
    next: u64,
    /// The start of the search, or its last restart.
    since: u64,
    depth: u32,
    /// The memory held at the start, and the growth since then; not measured in deterministic runs.
    held: Option<u64>,
    grown: u64,
}

impl Checkpoints {
    /// Checkpoints as configured; none where the platform cannot.
    pub fn new(config: &RunConfig) -> Self {
        Self {
            enabled: config.contain && sys::CAN_CONTAIN,
            by_calls: crate::search::is_deterministic(config),
            longest: u64::from(config.checkpoint_ms.max(10)),
            suspects: Suspects::new(
                config.hang_ms.max(20),
                usize::try_from(config.memory_bytes).unwrap_or(usize::MAX),
                !crate::search::is_deterministic(config),
            ),
            reports: SanitizerReports::new(config),
            next: 0,
            since: 0,
            depth: 0,
            held: None,
            grown: 0,
        }
    }

    /// Returns whether there is a snapshot to fall back on.
    pub fn has_snapshot(&self) -> bool {
        self.depth > 0
    }

    /// Makes a checkpoint if one is due. In the process that goes on, returns; possibly more than once. `leaked` says how much
    /// of the leakage that is tolerated this process already has.
    pub fn pass(
        &mut self,
        machine: &mut Machine<'_>,
        millis: u64,
        calls: u64,
        leaked: Percent,
    ) -> CheckpointOutcome {
        let now = if self.by_calls { calls } else { millis };
        if !self.enabled || (self.depth > 0 && now < self.next) {
            return CheckpointOutcome::On;
        }
        if !self.by_calls {
            let held = sys::held_bytes();
            self.grown = held.saturating_sub(*self.held.get_or_insert(held));
        }
        self.next = now + self.interval(now);
        if self.depth > 0 && sys::threads() > 1 {
            // Threads do not exist in a forked copy, and waiting for them there would never end.
            return CheckpointOutcome::On;
        }
        self.depth += 1;
        let entered = sys::now_nanos();
        watchdog::stop();
        let (mut unexplained, mut lost) = (0, 0_u64);
        let mut passed = CheckpointOutcome::On;
        loop {
            let (saved, begun) = (machine.journal.save(), sys::now_nanos());
            match sys::split() {
                Fork::Child => {
                    self.suspects.watch(machine.journal);
                    note_recovery(machine);
                    return passed;
                }
                Fork::Failed => {
                    // No room for another process: continue without a new snapshot.
                    self.depth -= 1;
                    self.suspects.watch(machine.journal);
                    return passed;
                }
                Fork::Parent(pid) => {
                    let ended = self.suspects.wait_for(machine.journal, pid);
                    let noticed = sys::now_nanos();
                    let is_plausible =
                        machine.journal.is_plausible(&saved, noticed.saturating_sub(begun));
                    let own_end = machine.journal.take_end();
                    if !is_plausible {
                        machine.journal.restore(&saved);
                    }
                    if own_end == Some(OwnEnd::Finished) {
                        // The process that waits for this one has to know as well.
                        machine.journal.end(OwnEnd::Finished);
                        sys::exit_at_once(match ended {
                            Some(ProcessEnd::Exit(code)) => code,
                            _ => 0,
                        });
                    }
                    if !is_plausible || own_end == Some(OwnEnd::Speechless) {
                        // Its last words are lost. Where nothing is known of them, nothing is to blame.
                        let calls = machine.journal.calls.load(Relaxed);
                        match own_end {
                            Some(OwnEnd::Overwritten(operation)) => machine
                                .executor
                                .quarantine
                                .died(operation, Lineage::default(), true, calls),
                            _ => unexplained += 1,
                        }
                        if unexplained >= PATIENCE {
                            return CheckpointOutcome::GiveUp;
                        }
                        lost += 1;
                        passed = CheckpointOutcome::Anew(calls ^ lost << 48);
                        continue;
                    }
                    let spent = own_end == Some(OwnEnd::Spent);
                    if spent && ended == Some(ProcessEnd::Exit(EXIT_LEAKED)) {
                        if leaked > 50 && self.depth > 1 {
                            // Not much better here: an older snapshot has more room.
                            machine.journal.end(OwnEnd::Spent);
                            sys::exit_at_once(EXIT_LEAKED);
                        }
                        machine.journal.set_note("");
                        passed = CheckpointOutcome::Anew(machine.journal.calls.load(Relaxed));
                        continue;
                    }
                    let now = millis + crate::search::millis_since(entered);
                    let waited_before = self.suspects.waited_ms();
                    let report = self.reports.take(pid, ended);
                    let blamed = self.record_crash(machine, ended, report, now);
                    let waited = self.suspects.waited_ms() - waited_before;
                    machine.journal.noticed.store(noticed + waited * 1_000_000, Relaxed);
                    unexplained += u32::from(!blamed);
                    if unexplained >= PATIENCE {
                        return CheckpointOutcome::GiveUp;
                    }
                    // After one death more follow: the values found until the next one must not be lost each time.
                    self.since = if self.by_calls {
                        machine.journal.calls.load(Relaxed)
                    } else {
                        millis + crate::search::millis_since(entered)
                    };
                    self.next = self.since + self.interval(self.since);
                    // The same choices would lead to the same place, and most likely to another death.
                    passed = CheckpointOutcome::Anew(machine.journal.calls.load(Relaxed));
                }
            }
        }
    }

    /// The time until the next checkpoint: ever longer, the longer nothing has died. Work since the last one is lost
    /// by a death, so even with many snapshots it must not be so long that all work is lost where deaths are frequent.
    fn interval(&self, now: u64) -> u64 {
        let (first, longest) =
            if self.by_calls { (FIRST_CALLS, u64::MAX) } else { (FIRST_MILLIS, self.longest) };
        let quiet = now.saturating_sub(self.since);
        let crowding = u64::from(self.depth / MANY).saturating_pow(2);
        let steady = quiet.max(first).max(first.saturating_mul(crowding));
        let steady = steady.min(longest.max(first));
        match self.depth.checked_sub(self.room()) {
            // Where time must not matter, the first rule is all there is.
            Some(beyond) if !self.by_calls => {
                longest.saturating_mul(1 << (beyond / DOUBLED_AFTER).min(20))
            }
            _ => steady,
        }
    }

    /// The number of snapshots that there is room for.
    fn room(&self) -> u32 {
        let room = (ROOM / self.grown.max(LEAST)).max(FEW);
        u32::try_from(room).unwrap_or(u32::MAX)
    }

    /// Reports a death and quarantines the operation. False if there is nothing to quarantine.
    fn record_crash(
        &mut self,
        machine: &mut Machine<'_>,
        ended: Option<ProcessEnd>,
        report: Option<SanitizerReport>,
        millis: u64,
    ) -> bool {
        let noticed = sys::now_nanos();
        let journal = machine.journal;
        let refused = journal.was_refused();
        let hung = journal.hung.swap(0, Relaxed) != 0;
        let kind = match ended {
            _ if report.is_some() => {
                CrashKind::Reported(report.as_ref().map_or(0, SanitizerReport::kind))
            }
            Some(ProcessEnd::Exit(EXIT_OUT_OF_MEMORY)) if refused => CrashKind::OutOfMemory,
            ended if hung && is_given_up(ended) => CrashKind::Hang,
            // `handle_alloc_error` aborts the process.
            Some(ProcessEnd::Signal(6)) if refused => CrashKind::OutOfMemory,
            Some(ProcessEnd::Exit(code)) => CrashKind::Exit(code),
            Some(ProcessEnd::Signal(number)) => CrashKind::Signal(number),
            None => CrashKind::Signal(0),
        };
        let during = journal.during();
        let sequence = to_wire(machine.registry, &journal.words());
        let statement = sequence.statements.len().saturating_sub(1) as u32;
        let var = match during {
            During::Call | During::Engine => statement,
            During::Drop(var) | During::Debug(var) | During::Hash(var) => var,
            During::Law { vars, .. } => vars[0],
        };
        let operation = match sequence.statements.get(var as usize).map(|found| found.what) {
            Some(What::Operation(id)) => id,
            _ => u32::MAX,
        };
        // The numbers that a value was made from do not explain why it cannot be observed or dropped.
        let lineage = if during == During::Call {
            let magnitude = journal.magnitude.load(Relaxed);
            Lineage { magnitude, depth: journal.depth.load(Relaxed), ..Lineage::default() }
        } else {
            Lineage::default()
        };
        if kind == CrashKind::Signal(SIGKILL) && !self.suspects.kills_itself(machine) {
            journal.hung.store(0, Relaxed);
            add(&journal.recovery_micros, (sys::now_nanos() - noticed) / 1000);
            return true;
        }
        let is_hang = kind == CrashKind::Hang;
        if is_hang {
            add(&journal.recovery_micros, u64::from(self.suspects.patience_ms()) * 1000);
        }
        let is_slow =
            is_hang && !self.suspects.is_hang(machine, operation, lineage.magnitude, millis);
        let made = machine.registry.operation(operation).map(|found| found.output);
        match (during, made) {
            // The value may be fine for everything else.
            (During::Law { law, .. }, Some(ty)) => machine.judge.record_crash(ty, law),
            _ => {
                let calls = journal.calls.load(Relaxed);
                if kind == CrashKind::OutOfMemory {
                    machine.executor.quarantine.ran_out(operation, lineage, calls);
                    machine.executor.quarantine.warn(machine.registry.alike(operation), lineage);
                } else {
                    machine.executor.quarantine.died(operation, lineage, is_hang, calls);
                }
            }
        }
        if is_slow {
            add(&journal.recovery_micros, (sys::now_nanos() - noticed) / 1000);
            return made.is_some();
        }
        journal.count(operation, Count::Crashed);
        journal.crashes.fetch_add(1, Relaxed);
        let is_of_size = matches!(kind, CrashKind::Hang | CrashKind::OutOfMemory);
        let magnitude = if is_of_size && during != During::Call {
            // The observation of the value is ordinary; its construction may not be.
            provenance::largest(&sequence, var, |literal| machine.registry.extent(literal))
        } else {
            lineage.magnitude
        };
        machine.send(&Event::Crash {
            kind,
            operation,
            during,
            magnitude,
            note: report.map_or_else(|| journal.note(), |report| report.text),
            law: machine.executor.reporter.law_of(during, operation),
            sequence,
        });
        journal.set_note("");
        if let Some(index) = journal.replayed.load(Relaxed).checked_sub(1) {
            let outcome = Outcome::Died { kind, statement, during };
            machine.send(&Event::Replayed { index, outcome });
            journal.note_death(index);
        }
        add(&journal.recovery_micros, (sys::now_nanos() - noticed) / 1000);
        machine.registry.operation(operation).is_some()
    }
}

/// Measures the time of a recovery, in the process that continues.
fn note_recovery(machine: &Machine<'_>) {
    let noticed = machine.journal.noticed.swap(0, Relaxed);
    if noticed != 0 {
        let micros = sys::now_nanos().saturating_sub(noticed) / 1000;
        machine.journal.recovery_longest.fetch_max(micros, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_become_rarer_until_the_next_crash() {
        let timed = RunConfig { time_budget_ms: Some(20_000), ..RunConfig::default() };
        let mut checkpoints = Checkpoints::new(&timed);
        assert_eq!(checkpoints.interval(0), FIRST_MILLIS);
        assert_eq!(checkpoints.interval(1000), 1000);
        assert_eq!(checkpoints.interval(15_000), 2000);
        checkpoints.since = 15_000;
        assert_eq!(checkpoints.interval(15_000), FIRST_MILLIS);
        assert_eq!(checkpoints.interval(15_400), 400);
        // Snapshots must not take all memory, least of all where the search has grown.
        checkpoints.depth = 95;
        assert_eq!(checkpoints.interval(15_000), FIRST_MILLIS);
        checkpoints.depth = 96;
        assert_eq!(checkpoints.interval(15_000), 2000);
        checkpoints.grown = 64 << 20;
        checkpoints.depth = 23;
        assert_eq!(checkpoints.interval(15_000), FIRST_MILLIS);
        checkpoints.depth = 24 + 3 * DOUBLED_AFTER;
        assert_eq!(checkpoints.interval(15_000), 16_000);
        let mut counted = Checkpoints::new(&RunConfig::default());
        assert_eq!(counted.interval(0), FIRST_CALLS);
        counted.since = 1_000_000;
        assert_eq!(counted.interval(1_000_000), FIRST_CALLS);
        assert_eq!(counted.interval(1_100_000), 100_000);
        // The memory that is held differs from run to run, and must not affect the result there.
        (counted.depth, counted.grown) = (2 * MANY, 1 << 40);
        assert_eq!(counted.interval(1_000_000), 4 * FIRST_CALLS);
    }
}
