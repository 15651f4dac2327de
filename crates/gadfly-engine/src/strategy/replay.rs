//! Replay: runs given sequences, in order, once each.
//!
//! Takes nothing on trust: what does not fit the table or the borrow rules is reported as rejected. Kills and drops are
//! worked out again, so a sequence may come from a minimiser that just left statements out.

use super::Strategy;
use crate::machine::Machine;
use crate::run::borrow::{is_mutating, Arg};
use crate::run::failure::Failure;
use crate::run::observer::Print;
use crate::run::outcome::Outcome;
use crate::run::program::to_wire;
use gadfly_wire::{Event, Outcome as Replayed, Sequence, Statement};
use std::sync::atomic::Ordering::Relaxed;

/// Runs given sequences.
pub struct Replay {
    sequences: Vec<Sequence>,
    observe: bool,
}

impl Replay {
    /// Will run these, and send the text of values if `observe` is set.
    pub fn new(sequences: Vec<Sequence>, observe: bool) -> Self {
        Self { sequences, observe }
    }
}

impl Strategy for Replay {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        // The count lives in the journal, so that a sequence that killed the process is not run again.
        let index = machine.journal.replayed.load(Relaxed);
        let Some(sequence) = self.sequences.get(index as usize) else { return false };
        machine.journal.replayed.store(index + 1, Relaxed);
        machine.begin();
        let mut outcome = Replayed::Returned;
        let mut values = Vec::new();
        for (at, statement) in sequence.statements.iter().enumerate() {
            let at = at as u32;
            let Some((code, args)) = resolve(machine, statement) else {
                outcome = Replayed::Rejected { statement: at };
                break;
            };
            let called = if statement.caught {
                machine.call_catching(code, &args)
            } else {
                machine.call(code, &args)
            };
            outcome = match called {
                Outcome::Caught if looked_at(machine, None, &args) => continue,
                Outcome::Caught => break,
                Outcome::Returned(var) => {
                    if !looked_at(machine, Some(var), &args) {
                        break;
                    }
                    if self.observe {
                        values.push(machine.observe(var, false));
                    }
                    continue;
                }
                Outcome::Illegal => Replayed::Illegal { statement: at },
                Outcome::Panicked | Outcome::Broken | Outcome::Left => break,
                Outcome::Rejected(_) | Outcome::Quarantined => Replayed::Rejected { statement: at },
            };
            break;
        }
        if self.observe {
            let alive = (0..machine.sequence().len() as u32)
                .filter(|var| machine.sequence().is_alive(*var));
            let alive: Vec<u32> = alive.collect();
            values.extend(alive.into_iter().map(|var| machine.observe(var, true)));
            let sequence = to_wire(machine.registry, &machine.journal.words());
            machine.send(&Event::Observed { index, sequence, values });
        }
        machine.finish();
        match machine.take_failure() {
            Some(Failure::Panicked { statement, during, captured }) => {
                let (message, location) = (captured.message, captured.location);
                outcome = Replayed::Panicked { statement, during, message, location };
            }
            Some(Failure::Broken { law, vars, detail, .. }) => {
                outcome = Replayed::Broken { law, vars, detail };
            }
            Some(Failure::Left { what, statement }) => {
                outcome = Replayed::Left { what, statement };
            }
            None => {}
        }
        machine.send(&Event::Replayed { index, outcome });
        true
    }
}

/// Looks at what a call made or changed, as a search does. False if that panicked.
fn looked_at(machine: &mut Machine<'_>, var: Option<u32>, args: &[Arg]) -> bool {
    let changed = args.iter().filter(|arg| is_mutating(arg.access)).map(|arg| arg.var);
    let touched: Vec<u32> = changed.chain(var).collect();
    touched.into_iter().all(|var| machine.fingerprint(var) != Print::Panicked)
}

/// The statement in our terms, if its arguments exist and have types that the operation accepts in that way.
pub(super) fn resolve(machine: &Machine<'_>, statement: &Statement) -> Option<(u32, Vec<Arg>)> {
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
        // How it is passed follows from its type; what the sequence says may stem from another table.
        let (_, access) = *parameter.accepts.iter().find(|(accepted, _)| *accepted == ty)?;
        args.push(Arg { var: arg.var, access });
    }
    Some((code, args))
}
