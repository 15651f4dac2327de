//! The step common to all baselines after a call: read the values that it made and changed, and count new ones.

use crate::machine::Machine;
use crate::number_set::NumberSet;
use crate::rng::mix;
use crate::run::borrow::{is_mutating, CallArg};
use crate::run::observer::Fingerprint;

/// Looks at values and counts them.
#[derive(Debug, Default)]
pub(super) struct ValueCounter {
    seen: NumberSet,
}

impl ValueCounter {
    /// Looks at the result of a call and at what it changed. False when looking panicked.
    pub(super) fn look(
        &mut self,
        machine: &mut Machine<'_>,
        result: u32,
        args: &[CallArg],
    ) -> bool {
        let changed = args.iter().filter(|arg| is_mutating(arg.access)).map(|arg| arg.var);
        for var in std::iter::once(result).chain(changed) {
            match machine.fingerprint(var) {
                Fingerprint::Value(print) => {
                    let ty = u64::from(machine.sequence().type_of(var));
                    let is_new = self.seen.insert(mix(print ^ mix(ty)));
                    if !machine.check_laws(var, is_new) {
                        return false;
                    }
                }
                Fingerprint::Opaque => {
                    if !machine.check_laws(var, true) {
                        return false;
                    }
                }
                Fingerprint::Blocked => {}
                Fingerprint::Panicked => return false,
            }
        }
        true
    }

    /// The number of distinct values.
    pub(super) fn states(&self) -> u64 {
        self.seen.total()
    }
}
