//! Calls that took long: whether they hang, or are merely slow.
//!
//! Waiting is expensive, so a call is given up early and suspected. Before a hang is reported, the sequence runs once more in a
//! process of its own and with all the time it may take; not again for what is known already, and not when waiting has
//! had its share of the run.

use crate::machine::Machine;
use crate::process::allocator::{self, EXIT_OUT_OF_MEMORY};
use crate::snapshot::journal::Journal;
use crate::snapshot::overseer;
use crate::snapshot::watchdog::{self, EXIT_HANG};
use crate::sys::{self, Fork, ProcessEnd};
use gadfly_wire::During;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering::Relaxed;

/// The signal with which the overseer ends processes.
pub(crate) const SIGKILL: i32 = 9;
/// The signal raised by `handle_alloc_error`.
const SIGABRT: i32 = 6;
/// The time after which a call is suspected.
const SHORT_MS: u32 = 100;
/// The number of confirmations that are made at any cost.
const FREE: u32 = 4;
/// The reciprocal of the share of the run that further confirmations may take.
const SHARE: u64 = 20;
/// Arguments above this explain that something takes long.
const LARGE: u64 = 1 << 10;

/// Calls that took long, and the hangs confirmed so far.
#[derive(Debug)]
pub struct Suspects {
    short_ms: u32,
    full_ms: u32,
    /// The memory that a sequence may hold, also when it is run again.
    budget: usize,
    /// Operations that hang, and whether with large arguments.
    confirmed: BTreeSet<(u32, bool)>,
    confirmations: u32,
    waited_ms: u64,
}

impl Suspects {
    /// Nothing is known. Where time must not matter, every call gets all of its time at once.
    pub fn new(full_ms: u32, budget: usize, is_timed: bool) -> Self {
        let short_ms = if is_timed { full_ms.min(SHORT_MS) } else { full_ms };
        let confirmed = BTreeSet::new();
        Self { short_ms, full_ms, budget, confirmed, confirmations: 0, waited_ms: 0 }
    }

    /// Starts watching over the calls of this process.
    pub fn watch(&self, journal: Journal) {
        watchdog::watch(journal, self.short_ms, self.full_ms);
    }

    /// Waits for the process that searches, and ends it when nothing else does.
    pub(crate) fn wait_for(&self, journal: Journal, pid: i32) -> Option<ProcessEnd> {
        overseer::wait(journal, pid, self.full_ms)
    }

    /// Returns whether a sequence that ended with SIGKILL does so again. Else the signal came from outside: from a person, or from a
    /// kernel that had run out of memory.
    pub fn kills_itself(&self, machine: &mut Machine<'_>) -> bool {
        again(machine, self.full_ms, self.budget) == Some(ProcessEnd::Signal(SIGKILL))
    }

    /// Milliseconds spent on confirming hangs.
    pub fn waited_ms(&self) -> u64 {
        self.waited_ms
    }

    /// The time after which a call is given up.
    pub fn patience_ms(&self) -> u32 {
        self.short_ms
    }

    /// Returns whether a call that was given up hangs for all that is known. `millis` is the time since the start of the run.
    pub fn is_hang(
        &mut self,
        machine: &mut Machine<'_>,
        operation: u32,
        magnitude: u64,
        millis: u64,
    ) -> bool {
        let culprit = (operation, magnitude > LARGE);
        if self.short_ms == self.full_ms || self.confirmed.contains(&culprit) {
            return true;
        }
        let affordable = self.confirmations < FREE || self.waited_ms * SHARE < millis;
        if !affordable {
            return false;
        }
        self.confirmations += 1;
        let before = sys::now_nanos();
        let hangs = confirm(machine, self.full_ms, self.budget);
        self.waited_ms += (sys::now_nanos() - before) / 1_000_000;
        if hangs {
            self.confirmed.insert(culprit);
        }
        hangs
    }
}

/// Runs the sequence in the journal again, in a child; whether it does not come back in time, or ever: what takes all memory
/// first is no better.
fn confirm(machine: &mut Machine<'_>, full_ms: u32, budget: usize) -> bool {
    match again(machine, full_ms, budget) {
        // Unknown; it looked like a hang.
        None | Some(ProcessEnd::Exit(EXIT_OUT_OF_MEMORY)) => true,
        Some(ProcessEnd::Signal(SIGABRT)) if machine.journal.was_refused() => true,
        ended => machine.journal.hung.swap(0, Relaxed) != 0 && is_given_up(ended),
    }
}

/// Runs the sequence in the journal again, in a child; how that ends.
fn again(machine: &mut Machine<'_>, full_ms: u32, budget: usize) -> Option<ProcessEnd> {
    let (words, during) = (machine.journal.words(), machine.journal.during());
    match sys::split() {
        Fork::Child => {
            watchdog::watch(machine.journal, full_ms, full_ms);
            machine.executor.process_changes.switch(false);
            allocator::allow(budget);
            replay(machine, &words, during);
            sys::exit_at_once(0);
        }
        Fork::Failed => None,
        Fork::Parent(pid) => overseer::wait(machine.journal, pid, full_ms),
    }
}

/// Returns whether a process ended as one that was given up does.
pub(crate) fn is_given_up(ended: Option<ProcessEnd>) -> bool {
    matches!(ended, Some(ProcessEnd::Exit(EXIT_HANG) | ProcessEnd::Signal(SIGKILL)))
}

fn replay(machine: &mut Machine<'_>, words: &[u32], during: During) {
    machine.begin();
    machine.executor.run_words(words);
    match during {
        During::Debug(var) | During::Hash(var) | During::Law { vars: [var, ..], .. }
            if (var as usize) < machine.sequence().len() && machine.sequence().is_alive(var) =>
        {
            machine.fingerprint(var);
            machine.check_laws(var, true);
        }
        _ => {}
    }
    machine.finish();
}
