//! Sequences of an earlier run, run once more so that the search has their values.
//!
//! How far it has come is in the journal: a sequence that kills the process is not run again.

use crate::machine::Machine;
use crate::run::outcome::CallOutcome;
use crate::strategy::explore::directed::ExploreStrategy;
use crate::strategy::replay::resolve;
use std::sync::atomic::Ordering::Relaxed;

impl ExploreStrategy {
    /// Runs the next of them, if there is one, looking at its values as at those of any sequence.
    pub(in crate::strategy) fn seed(&mut self, machine: &mut Machine<'_>) -> bool {
        let index = machine.journal.seeded.load(Relaxed);
        if index as usize >= self.seeds.len() {
            return false;
        }
        machine.journal.seeded.store(index + 1, Relaxed);
        let sequence = std::mem::take(&mut self.seeds[index as usize]);
        for statement in &sequence.statements {
            let Some((code, args)) = resolve(machine, statement) else { break };
            let CallOutcome::Returned(var) = machine.call(code, &args) else { break };
            if machine.registry.operation(code).is_some() {
                self.chooser.tried(code, false);
                self.chooser.returned(code);
                if !self.learn(machine, code, Some(var), &args) {
                    break;
                }
            }
        }
        true
    }
}
