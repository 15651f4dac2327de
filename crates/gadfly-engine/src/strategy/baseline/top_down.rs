//! Top-down: a call whose arguments are made for it alone, each by a call whose arguments are made in turn, down to literals.

use super::value_counter::ValueCounter;
use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::rng::{mix, Rng};
use crate::run::borrow::CallArg;
use crate::run::outcome::CallOutcome;
use crate::strategy::Strategy;
use gadfly_wire::{Access, RunConfig};

/// The greatest depth of calls in a value; below it, values are made without arguments.
const DEPTH: u32 = 4;

/// The top-down generator.
pub struct TopDown {
    rng: Rng,
    max_sequence: usize,
    operations: Vec<u32>,
    /// By type: what makes a value of it.
    makers: Vec<Vec<u32>>,
    /// By type: what makes one without arguments.
    constants: Vec<Vec<u32>>,
    counter: ValueCounter,
}

impl TopDown {
    /// A generator over everything in the table.
    pub fn new(registry: &Registry, config: &RunConfig) -> Self {
        let mut makers = vec![Vec::new(); registry.types.len()];
        let mut constants = vec![Vec::new(); registry.types.len()];
        let mut operations = Vec::new();
        for code in 0..(registry.operations.len() + registry.literals.len()) as u32 {
            if let Some(operation) = registry.operation(code) {
                operations.push(code);
                makers[operation.output as usize].push(code);
                if operation.args.is_empty() {
                    constants[operation.output as usize].push(code);
                }
            } else if let Some(literal) = registry.literal(code) {
                makers[literal.ty as usize].push(code);
                constants[literal.ty as usize].push(code);
            }
        }
        Self {
            rng: Rng::new(config.seed),
            max_sequence: (config.max_sequence as usize).clamp(2, crate::run::borrow::MAX_VARS),
            operations,
            makers,
            constants,
            counter: ValueCounter::default(),
        }
    }

    /// Makes a call and everything it needs; the variable it defines, if all went well.
    fn make(&mut self, machine: &mut Machine<'_>, code: u32, depth: u32) -> Option<u32> {
        let registry = machine.registry;
        let parameters = registry.operation(code).map_or(&[][..], |found| &found.args);
        let mut args = Vec::new();
        for parameter in parameters {
            let (maker, access) = self.maker(&parameter.accepts, depth + 1)?;
            if machine.sequence().len() >= self.max_sequence {
                return None;
            }
            args.push(CallArg { var: self.make(machine, maker, depth + 1)?, access });
        }
        match machine.call(code, &args) {
            CallOutcome::Returned(var) => self.counter.look(machine, var, &args).then_some(var),
            _ => None,
        }
    }

    /// A maker of a value for an argument, and the access with which it is passed.
    fn maker(&mut self, accepts: &[(u32, Access)], depth: u32) -> Option<(u32, Access)> {
        let makers = if depth >= DEPTH { &self.constants } else { &self.makers };
        let count: usize = accepts.iter().map(|(ty, _)| makers[*ty as usize].len()).sum();
        if count == 0 {
            return None;
        }
        let mut nth = self.rng.below(count);
        for (ty, access) in accepts {
            let list = &makers[*ty as usize];
            match list.get(nth) {
                Some(code) => return Some((*code, *access)),
                None => nth -= list.len(),
            }
        }
        None
    }
}

impl Strategy for TopDown {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        if self.operations.is_empty() {
            return false;
        }
        machine.begin();
        let code = self.operations[self.rng.below(self.operations.len())];
        self.make(machine, code, 0);
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
