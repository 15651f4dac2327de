//! The number of a property's input: equal for equal values, however they were made.

use crate::machine::Machine;
use crate::rng::mix;
use crate::run::observer::Fingerprint;
use crate::strategy::explore::directed::ExploreStrategy;

impl ExploreStrategy {
    /// The number of the arguments that were supplied; nothing if one of them is of no known value. Looks at values that were not
    /// fingerprinted before, which may fail.
    ///
    /// Values that were made come first, then those of which there are literals: as they are where a property is tried beside a
    /// sequence, so that the numbers agree.
    pub(in crate::strategy) fn input(&self, machine: &mut Machine<'_>) -> Option<u64> {
        let mut number = 0;
        for of_literals in [false, true] {
            for arg in &self.args {
                if self.pool.has_literals(machine.sequence().type_of(arg.var)) == of_literals {
                    number = mix(number ^ self.print(machine, arg.var)?);
                }
            }
        }
        Some(number)
    }

    /// The fingerprint of a variable's value, if it has one.
    fn print(&self, machine: &mut Machine<'_>, var: u32) -> Option<u64> {
        let registry = machine.registry;
        if let Some(literal) = registry.literal(machine.sequence().program().step(var).code) {
            return Some(literal.print());
        }
        // Values without fingerprints have numbers, too, which mean nothing.
        registry.types[machine.sequence().type_of(var) as usize].fingerprint?;
        if let Some(known) = self.prints.get(var as usize).copied().filter(|print| *print != 0) {
            return Some(known);
        }
        match machine.fingerprint(var) {
            Fingerprint::Value(print) => Some(print),
            Fingerprint::Opaque | Fingerprint::Blocked | Fingerprint::Panicked => None,
        }
    }
}
