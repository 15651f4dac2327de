//! Replay: runs given sequences, in order, once each.
//!
//! Takes nothing on trust: what does not fit the table or the borrow rules is reported as rejected. Kills and drops are
//! worked out again, so a sequence may come from a minimiser that just left statements out.

use super::Strategy;
use crate::machine::Machine;
use crate::run::borrow::{is_mutating, CallArg};
use crate::run::failure::SequenceFailure;
use crate::run::observer::Fingerprint;
use crate::run::outcome::CallOutcome;
use crate::run::program::to_wire;
use gadfly_wire::{
    Access, EdgeHits, Event, Observed, Outcome as ReplayOutcome, RecordedStep, Sequence, Statement,
};
use std::sync::atomic::Ordering::Relaxed;

/// The data that is sent about a sequence besides its outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayWatch {
    /// Nothing.
    Outcome,
    /// The text of values, when they are made and at the end.
    Values,
    /// The effects of each statement.
    Steps {
        /// `true` if also on what it only borrows.
        shared: bool,
    },
}

/// Runs given sequences.
pub struct ReplayStrategy {
    sequences: Vec<Sequence>,
    watch: ReplayWatch,
}

impl ReplayStrategy {
    /// Will run these, and send this about them.
    pub fn new(sequences: Vec<Sequence>, watch: ReplayWatch) -> Self {
        Self { sequences, watch }
    }

    /// Sends what was seen in a sequence whose values are still alive.
    fn send_seen(&self, machine: &mut Machine<'_>, index: u32, seen: Seen) {
        let Seen { mut values, steps } = seen;
        let sequence = to_wire(machine.registry, &machine.journal.words());
        match self.watch {
            ReplayWatch::Outcome => {}
            ReplayWatch::Values => {
                let alive = (0..machine.sequence().len() as u32)
                    .filter(|var| machine.sequence().is_alive(*var));
                let alive: Vec<u32> = alive.collect();
                values.extend(alive.into_iter().map(|var| machine.observe(var, true)));
                machine.send(&Event::Observed { index, sequence, values });
            }
            ReplayWatch::Steps { .. } => machine.send(&Event::Recorded { index, sequence, steps }),
        }
    }
}

/// Looks at a sequence so far.
#[derive(Default)]
struct Seen {
    values: Vec<Observed>,
    steps: Vec<RecordedStep>,
}

impl Strategy for ReplayStrategy {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        // The count lives in the journal, so that a sequence that killed the process is not run again.
        let index = machine.journal.replayed.load(Relaxed);
        let Some(sequence) = self.sequences.get(index as usize) else { return false };
        machine.journal.replayed.store(index + 1, Relaxed);
        machine.begin();
        let mut outcome = ReplayOutcome::Returned;
        let mut seen = Seen::default();
        machine.coverage.take_hits();
        for (at, statement) in sequence.statements.iter().enumerate() {
            let at = at as u32;
            let Some((code, args)) = resolve(machine, statement) else {
                outcome = ReplayOutcome::Rejected { statement: at };
                break;
            };
            let called = if statement.caught {
                machine.call_catching(code, &args)
            } else {
                machine.call(code, &args)
            };
            outcome = match called {
                CallOutcome::Caught if looked_at(machine, None, &args) => continue,
                CallOutcome::Caught => break,
                CallOutcome::Returned(var) => {
                    let called = match self.watch {
                        ReplayWatch::Steps { .. } => machine.coverage.take_hits(),
                        _ => Vec::new(),
                    };
                    if !looked_at(machine, Some(var), &args) {
                        break;
                    }
                    match self.watch {
                        ReplayWatch::Outcome => {}
                        ReplayWatch::Values => seen.values.push(machine.observe(var, false)),
                        ReplayWatch::Steps { shared } => {
                            seen.steps.push(recorded(machine, var, (&args, shared), called));
                        }
                    }
                    continue;
                }
                CallOutcome::Illegal => ReplayOutcome::Illegal { statement: at },
                CallOutcome::Panicked | CallOutcome::Broken | CallOutcome::Left => break,
                CallOutcome::Rejected(_) | CallOutcome::Quarantined => {
                    ReplayOutcome::Rejected { statement: at }
                }
            };
            break;
        }
        if self.watch != ReplayWatch::Outcome {
            self.send_seen(machine, index, seen);
        }
        machine.finish();
        match machine.take_failure() {
            Some(SequenceFailure::Panicked { statement, during, captured }) => {
                let (message, location) = (captured.message, captured.location);
                outcome = ReplayOutcome::Panicked { statement, during, message, location };
            }
            Some(SequenceFailure::Broken { law, vars, detail, .. }) => {
                outcome = ReplayOutcome::Broken { law, vars, detail };
            }
            Some(SequenceFailure::Left { what, statement }) => {
                outcome = ReplayOutcome::Left { what, statement };
            }
            None => {}
        }
        machine.send(&Event::Replayed { index, outcome });
        true
    }
}

/// The effects of a call that returned. Fingerprints, which were taken in between, are not part of any test.
fn recorded(
    machine: &mut Machine<'_>,
    var: u32,
    (args, shared): (&[CallArg], bool),
    mut edges: Vec<EdgeHits>,
) -> RecordedStep {
    machine.coverage.take_hits();
    let result = machine.observe(var, false);
    let is_seen = |access: Access| is_mutating(access) || (shared && access == Access::Borrow);
    let changed = args.iter().filter(|arg| is_seen(arg.access));
    let changed = changed.map(|arg| machine.observe(arg.var, false)).collect();
    edges.extend(machine.coverage.take_hits());
    RecordedStep { result, changed, edges }
}

/// Observes the values that a call made or changed, as a search does. False if that panicked.
fn looked_at(machine: &mut Machine<'_>, var: Option<u32>, args: &[CallArg]) -> bool {
    let changed = args.iter().filter(|arg| is_mutating(arg.access)).map(|arg| arg.var);
    let touched: Vec<u32> = changed.chain(var).collect();
    touched.into_iter().all(|var| machine.fingerprint(var) != Fingerprint::Panicked)
}

/// The statement in our terms, if its arguments exist and have types that the operation accepts in that way.
pub(super) fn resolve(machine: &Machine<'_>, statement: &Statement) -> Option<(u32, Vec<CallArg>)> {
    let code = machine.registry.code(statement.what)?;
    let parameters = machine.registry.operation(code).map_or(&[][..], |operation| &operation.args);
    if parameters.len() != statement.args.len() {
        return None;
    }
    let mut args = Vec::new();
    for (arg, parameter) in statement.args.iter().zip(parameters) {
        if arg.var as usize >= machine.sequence().len() || !machine.sequence().is_alive(arg.var) {
            return None;
        }
        let ty = machine.sequence().type_of(arg.var);
        // The passing follows from its type; that in the sequence may be from another table.
        let (_, access) = *parameter.accepts.iter().find(|(accepted, _)| *accepted == ty)?;
        args.push(CallArg { var: arg.var, access });
    }
    Some((code, args))
}
