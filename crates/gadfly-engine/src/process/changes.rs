//! Changes that a call leaves in its process: another working directory, other variables, closed streams, blocked signals,
//! another panic hook, a thread.
//!
//! Looking takes system calls, so a search looks around few calls of each function: the first, the second, the fourth, the
//! eighth and so on. Both sides of one call are compared, so that a call is not blamed for another. Every earlier change
//! before is put back first, and what was changed is put back afterwards. A thread counts when it outlives all values of its
//! sequence; where there are threads already, the origin of the next one is unknown.

use crate::link::registry::LinkedOperation;
use crate::process::allocator;
use crate::process::panic;
use crate::process::state::ProcessState;
use crate::rng::mix;

use crate::run::reporter::FailureReporter;
use crate::snapshot::watchdog;
use crate::sys;
use gadfly_wire::{Mode, ProcessChange, ProcessChangeAt, RunConfig};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

/// The number of recounts before a thread counts as left behind: joined threads linger for a moment.
const PATIENCE: u32 = 100;
/// The number of waits in vain after which a search assumes that there are other threads.
const VAIN_WAITS: u32 = 5;
/// The time between two counts.
const PAUSE: Duration = Duration::from_millis(1);

/// The search for process changes, and its results so far.
#[derive(Debug, Default)]
pub struct ProcessChanges {
    order: ChangeOrder,
    /// True if the process is the subject's alone, so that looking makes sense.
    is_on: bool,
    process_state: Option<Rc<ProcessState>>,
    /// The state of the process before the first call.
    clean: Option<Box<ProcessLook>>,
    /// The operation and the statement after which there was a thread.
    suspect: Option<(u32, u32)>,
    /// Operations whose threads end with the values of their sequence.
    tidy: BTreeSet<u32>,
    /// True if there is a thread that others could be blamed for.
    is_crowded: bool,
    /// The number of times that threads were waited for in vain before a call.
    vain_waits: u32,
}

/// The calls around which the process is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ChangeOrder {
    /// None.
    #[default]
    Nothing,
    /// Some of each function.
    Some,
    /// All of one operation.
    Only(ProcessChangeAt),
}

/// The result of comparing the process before and after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeVerdict {
    /// Nothing has changed.
    Same,
    /// A change was reported. The sequence is over.
    Changed,
    /// A thread may have been left behind; the end of the sequence shows. The sequence is over.
    Suspected,
}

/// A snapshot of the observable process state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProcessLook {
    directory: Option<PathBuf>,
    variables: Vec<(OsString, OsString)>,
    streams: [Option<(u64, u64)>; 3],
    blocked: u64,
    is_hooked: bool,
    is_alone: bool,
}

impl ProcessChanges {
    /// Looks as configured, and puts things back to these.
    pub fn new(config: &RunConfig, process_state: &Rc<ProcessState>) -> Self {
        let order = match (&config.mode, config.look_for) {
            (Mode::Explore, _) => ChangeOrder::Some,
            (Mode::Replay { .. }, Some(order)) => ChangeOrder::Only(order),
            _ => ChangeOrder::Nothing,
        };
        Self { order, process_state: Some(Rc::clone(process_state)), ..Self::default() }
    }

    /// Looks from now on, or not any more.
    pub fn switch(&mut self, is_on: bool) {
        self.is_on = is_on && self.order != ChangeOrder::Nothing;
        if self.is_on && self.clean.is_none() {
            self.clean = Some(ProcessLook::now());
        }
    }

    /// Returns whether the search should continue in another process, without threads.
    pub fn wants_another_process(&self) -> bool {
        let must_be_alone = match self.order {
            ChangeOrder::Only(order) => {
                matches!(order.what, ProcessChange::Thread | ProcessChange::Streams)
            }
            _ => false,
        };
        self.is_crowded || (self.is_on && must_be_alone && sys::threads() > 1)
    }

    /// Returns whether to look around the call of an operation that is made for this time.
    pub(crate) fn is_due(&self, operation: u32, number: u64) -> bool {
        self.is_on
            && match self.order {
                ChangeOrder::Nothing => false,
                ChangeOrder::Some => number.is_power_of_two(),
                ChangeOrder::Only(order) => order.operation == operation,
            }
    }

    /// Forgets the last sequence.
    pub(crate) fn begin(&mut self) {
        self.suspect = None;
    }

    fn wants(&self, what: ProcessChange) -> bool {
        match self.order {
            ChangeOrder::Nothing => false,
            ChangeOrder::Some => true,
            ChangeOrder::Only(order) => order.what == what,
        }
    }
}

impl ProcessChanges {
    /// Looks at the process before a call of the subject's, once everything is as it was at the start.
    #[cold]
    pub(crate) fn look_before(&mut self, operation: &LinkedOperation) -> Option<Box<ProcessLook>> {
        if operation.function.is_none() || operation.law.is_some() || operation.property.is_some() {
            return None;
        }
        let mut look = quietly(ProcessLook::now);
        let is_clean = self.clean.as_ref().map_or(true, |clean| look.changes(clean).is_empty());
        if !is_clean {
            self.restore();
            look = quietly(ProcessLook::now);
        }
        // Threads that have been joined linger; how long is up to the system, and must not decide anything.
        if self.order == ChangeOrder::Some && self.vain_waits >= VAIN_WAITS {
            look.is_alone = false;
        } else if !look.is_alone {
            look.is_alone = !threads_stay();
            self.vain_waits += u32::from(!look.is_alone);
        }
        Some(look)
    }

    /// Compares the process with its state before a call, the statement with this number, and reports the changes.
    #[cold]
    pub(crate) fn look_after(
        &mut self,
        before: &ProcessLook,
        operation: u32,
        statement: u32,
        reporter: &mut FailureReporter<'_>,
    ) -> ChangeVerdict {
        let after = quietly(ProcessLook::now);
        let mut changes = before.changes(&after);
        if !changes.is_empty() {
            self.restore();
        }
        // A thread that opens a file may be given the number of a stream that is closed, and closes it when it likes.
        changes.retain(|what| *what != ProcessChange::Streams || before.is_alone);
        changes.retain(|what| self.wants(*what));
        for what in &changes {
            reporter.report_change(*what, key(*what, operation), operation, statement);
        }
        if !changes.is_empty() {
            return ChangeVerdict::Changed;
        }
        let is_asked = before.is_alone && self.asks_for_threads_of(operation, reporter);
        if is_asked && !after.is_alone && threads_stay() {
            // A value may own it, and end it when it is dropped.
            self.suspect = Some((operation, statement));
            return ChangeVerdict::Suspected;
        }
        ChangeVerdict::Same
    }

    /// Returns whether it is still unknown if an operation leaves threads.
    fn asks_for_threads_of(&self, operation: u32, reporter: &FailureReporter<'_>) -> bool {
        let is_settled = self.order == ChangeOrder::Some
            && (self.vain_waits >= VAIN_WAITS
                || reporter.is_known(key(ProcessChange::Thread, operation)));
        self.wants(ProcessChange::Thread) && !self.tidy.contains(&operation) && !is_settled
    }

    /// Once all values are dropped, checks whether a suspected thread is still there.
    pub(crate) fn look_at_the_end(&mut self, reporter: &mut FailureReporter<'_>) {
        let Some((operation, statement)) = self.suspect.take() else { return };
        if reporter.has_failed() {
            return;
        }
        if threads_stay() {
            let what = ProcessChange::Thread;
            reporter.report_change(what, key(what, operation), operation, statement);
            self.is_crowded = true;
        } else {
            self.tidy.insert(operation);
        }
    }

    fn restore(&self) {
        quietly(|| self.process_state.iter().for_each(|process_state| process_state.restore()));
    }
}

impl ProcessLook {
    fn now() -> Box<Self> {
        let mut variables: Vec<(OsString, OsString)> = std::env::vars_os().collect();
        variables.sort();
        Box::new(Self {
            directory: std::env::current_dir().ok(),
            variables,
            streams: [0, 1, 2].map(sys::file_behind),
            blocked: sys::blocked(),
            is_hooked: panic::is_hooked(),
            is_alone: sys::threads() == 1,
        })
    }

    /// The differences to another snapshot, threads aside.
    fn changes(&self, other: &Self) -> Vec<ProcessChange> {
        let differs = [
            (ProcessChange::Directory, self.directory != other.directory),
            (ProcessChange::Environment, self.variables != other.variables),
            (ProcessChange::Streams, self.streams != other.streams),
            (ProcessChange::SignalMask, self.blocked != other.blocked),
            (ProcessChange::PanicHook, self.is_hooked != other.is_hooked),
        ];
        differs.iter().filter(|(_, differs)| *differs).map(|(what, _)| *what).collect()
    }
}

/// The bucket key of a process change, distinct from those of panics.
fn key(what: ProcessChange, operation: u32) -> u64 {
    mix(mix(u64::from(operation) | 0x7ac_e000_0000_0000) ^ what as u64)
}

/// Does work of ours that must not count as the subject's. It takes little memory, and keeps none.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let spent = allocator::spent();
    let result = work();
    allocator::forget_since(spent);
    result
}

/// Returns whether there are threads besides this one, and stay.
fn threads_stay() -> bool {
    watchdog::paused(|| {
        (0..PATIENCE).all(|_| {
            std::thread::sleep(PAUSE);
            sys::threads() > 1
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look() -> ProcessLook {
        ProcessLook {
            directory: Some(PathBuf::from("/a")),
            variables: Vec::new(),
            streams: [Some((1, 2)); 3],
            blocked: 0,
            is_hooked: true,
            is_alone: true,
        }
    }

    #[test]
    fn process_changes_are_distinguished() {
        let variables = vec![(OsString::from("A"), OsString::from("1"))];
        let changed = [
            (ProcessChange::Directory, ProcessLook { directory: None, ..look() }),
            (ProcessChange::Environment, ProcessLook { variables, ..look() }),
            (
                ProcessChange::Streams,
                ProcessLook { streams: [Some((1, 2)), None, Some((1, 2))], ..look() },
            ),
            (ProcessChange::SignalMask, ProcessLook { blocked: 1 << 13, ..look() }),
            (ProcessChange::PanicHook, ProcessLook { is_hooked: false, ..look() }),
        ];
        for (what, other) in changed {
            assert_eq!(look().changes(&other), [what]);
        }
        assert_eq!(look().changes(&ProcessLook { is_alone: false, ..look() }), []);
    }

    #[test]
    fn searches_look_rarely_and_replays_on_request() {
        let process_state = Rc::new(ProcessState::now(None));
        let mut process_changes = ProcessChanges::new(&RunConfig::default(), &process_state);
        assert!(!process_changes.is_due(0, 1), "the process is not yet the subject's alone");
        process_changes.is_on = true;
        let due: Vec<u64> = (1..40).filter(|number| process_changes.is_due(7, *number)).collect();
        assert_eq!(due, [1, 2, 4, 8, 16, 32]);
        let look_for = Some(ProcessChangeAt { operation: 7, what: ProcessChange::Streams });
        let mode = Mode::replay(Vec::new());
        let config = RunConfig { mode, look_for, ..RunConfig::default() };
        let mut process_changes = ProcessChanges::new(&config, &process_state);
        process_changes.is_on = true;
        assert!(process_changes.is_due(7, 3) && !process_changes.is_due(8, 1));
        assert!(
            process_changes.wants(ProcessChange::Streams)
                && !process_changes.wants(ProcessChange::Directory)
        );
    }
}
