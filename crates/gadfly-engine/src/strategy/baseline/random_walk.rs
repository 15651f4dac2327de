//! The random walk: one call after the other over what the sequence has, until something goes wrong or it is full.

use super::value_counter::ValueCounter;
use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::rng::{mix, Rng};
use crate::run::borrow::{is_exclusive, CallArg};
use crate::run::outcome::CallOutcome;
use crate::strategy::Strategy;
use gadfly_wire::RunConfig;

/// The number of attempts to find an operation that has its arguments.
const RETRIES: usize = 200;

/// The random walk.
pub struct RandomWalk {
    rng: Rng,
    max_sequence: usize,
    /// Operations and literals.
    codes: Vec<u32>,
    counter: ValueCounter,
    args: Vec<CallArg>,
    candidates: Vec<CallArg>,
}

impl RandomWalk {
    /// A walk over everything in the table.
    pub fn new(registry: &Registry, config: &RunConfig) -> Self {
        let total = (registry.operations.len() + registry.literals.len()) as u32;
        let codes = (0..total)
            .filter(|code| registry.operation(*code).is_some() || registry.literal(*code).is_some())
            .collect();
        Self {
            rng: Rng::new(config.seed),
            max_sequence: (config.max_sequence as usize).clamp(2, crate::run::borrow::MAX_VARS),
            codes,
            counter: ValueCounter::default(),
            args: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Makes one call that has all its arguments. False when the walk is over.
    fn step(&mut self, machine: &mut Machine<'_>) -> bool {
        for _ in 0..RETRIES {
            let code = self.codes[self.rng.below(self.codes.len())];
            if !self.choose(machine, code) {
                continue;
            }
            let args = std::mem::take(&mut self.args);
            let outcome = machine.call(code, &args);
            let goes_on = match outcome {
                CallOutcome::Returned(var) => Some(self.counter.look(machine, var, &args)),
                CallOutcome::Rejected(_) | CallOutcome::Quarantined => None,
                CallOutcome::Illegal
                | CallOutcome::Panicked
                | CallOutcome::Caught
                | CallOutcome::Broken
                | CallOutcome::Left => Some(false),
            };
            self.args = args;
            if let Some(goes_on) = goes_on {
                return goes_on;
            }
        }
        false
    }

    fn choose(&mut self, machine: &Machine<'_>, code: u32) -> bool {
        self.args.clear();
        let parameters = machine.registry.operation(code).map_or(&[][..], |found| &found.args);
        for parameter in parameters {
            self.candidates.clear();
            machine.sequence().candidates(&parameter.accepts, &mut self.candidates);
            let args = &self.args;
            self.candidates.retain(|candidate| {
                args.iter().all(|arg| {
                    arg.var != candidate.var
                        || !(is_exclusive(arg.access) || is_exclusive(candidate.access))
                })
            });
            if self.candidates.is_empty() {
                return false;
            }
            self.args.push(self.candidates[self.rng.below(self.candidates.len())]);
        }
        true
    }
}

impl Strategy for RandomWalk {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        if self.codes.is_empty() {
            return false;
        }
        machine.begin();
        while machine.sequence().len() < self.max_sequence && self.step(machine) {}
        machine.finish();
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
