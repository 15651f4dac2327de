//! Bottom-up: whole sequences are concatenated and extended by one call, regardless of their values.
//!
//! With legality, only sequences that passed are extended. Without, every one is, also those that panicked: running it again
//! as part of a longer one ends at the same place.

use super::value_counter::ValueCounter;
use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::rng::{mix, Rng};
use crate::run::borrow::{is_exclusive, CallArg};
use crate::run::outcome::CallOutcome;
use crate::run::program::SequenceNode;
use crate::strategy::Strategy;
use gadfly_wire::{Access, RunConfig};
use std::rc::Rc;

/// The number of sequences kept per type; then a random one is replaced.
const MOST: usize = 2000;

/// The bottom-up search.
pub struct BottomUp {
    rng: Rng,
    legal: bool,
    max_sequence: usize,
    operations: Vec<u32>,
    /// By type: sequences, and which of their variables has it.
    components: Vec<Vec<(Rc<SequenceNode>, u32)>>,
    counter: ValueCounter,
    args: Vec<CallArg>,
    candidates: Vec<CallArg>,
}

impl BottomUp {
    /// A search that has nothing but literals; `legal` says whether only sequences that passed are extended.
    pub fn new(registry: &Registry, config: &RunConfig, legal: bool) -> Self {
        let mut components: Vec<Vec<(Rc<SequenceNode>, u32)>> =
            vec![Vec::new(); registry.types.len()];
        for (index, literal) in registry.literals.iter().enumerate() {
            let code = (registry.operations.len() + index) as u32;
            components[literal.ty as usize].push((SequenceNode::leaf(code), 0));
        }
        let operations = (0..registry.operations.len() as u32)
            .filter(|id| registry.operation(*id).is_some())
            .collect();
        Self {
            rng: Rng::new(config.seed),
            legal,
            max_sequence: (config.max_sequence as usize).clamp(2, crate::run::borrow::MAX_VARS),
            operations,
            components,
            counter: ValueCounter::default(),
            args: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// One call over kept sequences. True if it passed.
    fn extend(&mut self, machine: &mut Machine<'_>) -> bool {
        if self.operations.is_empty() {
            return false;
        }
        let id = self.operations[self.rng.below(self.operations.len())];
        let Some(operation) = machine.registry.operation(id) else { return false };
        let mut args = std::mem::take(&mut self.args);
        args.clear();
        for parameter in &operation.args {
            match self.argument(machine, &parameter.accepts, &args) {
                Some(arg) => args.push(arg),
                None => {
                    self.args = args;
                    return false;
                }
            }
        }
        let passed = match machine.call(id, &args) {
            CallOutcome::Returned(var) => self.counter.look(machine, var, &args),
            _ => false,
        };
        self.args = args;
        passed
    }

    /// One of the sequence's own variables or a kept sequence, each as likely where there are both.
    fn argument(
        &mut self,
        machine: &mut Machine<'_>,
        accepts: &[(u32, Access)],
        args: &[CallArg],
    ) -> Option<CallArg> {
        self.candidates.clear();
        machine.sequence().candidates(accepts, &mut self.candidates);
        self.candidates.retain(|candidate| {
            args.iter().all(|arg| {
                arg.var != candidate.var
                    || !(is_exclusive(arg.access) || is_exclusive(candidate.access))
            })
        });
        let stocked: Vec<(u32, Access)> = accepts
            .iter()
            .copied()
            .filter(|(ty, _)| !self.components[*ty as usize].is_empty())
            .collect();
        let own = !self.candidates.is_empty() && (stocked.is_empty() || self.rng.percent(50));
        if own {
            return Some(self.candidates[self.rng.below(self.candidates.len())]);
        }
        if stocked.is_empty() {
            return None;
        }
        let (ty, access) = stocked[self.rng.below(stocked.len())];
        let kept = &self.components[ty as usize];
        let (node, var) = &kept[self.rng.below(kept.len())];
        if machine.sequence().len() + node.length() as usize >= self.max_sequence {
            return None;
        }
        let base = machine.append(node).ok()?;
        Some(CallArg { var: base + var, access })
    }

    fn keep(&mut self, machine: &Machine<'_>, alive: u128) {
        let node = machine.sequence().program().whole();
        if node.length() as usize > self.max_sequence / 2 {
            return;
        }
        for var in crate::run::borrow::members(alive) {
            // Literals are there already.
            if machine.registry.literal(machine.sequence().program().step(var).code).is_some() {
                continue;
            }
            let kept = &mut self.components[machine.sequence().type_of(var) as usize];
            let entry = (Rc::clone(&node), var);
            if kept.len() < MOST {
                kept.push(entry);
            } else {
                let at = self.rng.below(MOST);
                kept[at] = entry;
            }
        }
    }
}

impl Strategy for BottomUp {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        machine.begin();
        let passed = self.extend(machine);
        let alive = machine.sequence().borrows().alive();
        let passed = machine.finish() && passed;
        if (passed || !self.legal) && !machine.sequence().is_empty() {
            self.keep(machine, alive);
        }
        machine.coverage.look();
        true
    }

    fn reseed(&mut self, salt: u64) {
        self.rng = Rng::new(self.rng.bits() ^ mix(salt));
    }

    fn states(&self) -> u64 {
        self.counter.states()
    }
}
