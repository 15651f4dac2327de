//! The quarantine: calls that are not made any more because similar ones killed the process.
//!
//! Decided by operation and by the lineage of the arguments: the largest integer that they were made from, because sizes
//! kill most often, and their depth in calls, because numbers inside values grow without being visible.
//! The same operation is fine below. One that keeps dying on small and simple arguments is left alone altogether, but not for
//! good: most operations that kill do so with some arguments only. After many calls of others it gets another chance, and after
//! each further death it waits four times as long. Absurd sizes get none: they would only show the same again.

use crate::run::lineage::Lineage;

/// Integers up to this are small: a death is not their fault.
const SMALL: u64 = 64;
/// Values made with so few calls one after the other are simple: a death is not their fault.
const SIMPLE: u32 = 2;
/// Deaths at small and simple arguments until an operation is given up.
const PATIENCE: u8 = 3;

/// Deaths for want of memory beside a number that is too large to be a size, until such numbers are refused as well.
const ASTRAY: u8 = 8;

/// Calls of any operation until one that killed gets another chance.
const WAIT: u64 = 50_000;
/// The same for one that hangs, which costs more than a death.
const LONG_WAIT: u64 = 400_000;
/// Larger integers are absurd.
const ABSURD: u64 = 1 << 20;
/// No allocation can be larger than this: asking for more is an error that the subject may notice, not a death.
pub(crate) const LARGEST_SIZE: u64 = i64::MAX as u64;

/// The calls that are not made any more.
#[derive(Clone, Debug)]
pub struct Quarantine {
    entries: Vec<OperationLimits>,
}

#[derive(Clone, Copy, Debug)]
struct OperationLimits {
    /// Refused at this magnitude and above.
    limit: u64,
    /// Refused at this magnitude and above, as far as sizes go.
    memory: u64,
    /// Refused at this depth and above.
    depth: u32,
    patience: u8,
    /// The number of times that memory ran out beside a number that is too large to be a size.
    astray: u8,
    /// The number of further chances it got.
    chances: u8,
    /// The number of calls at which it gets the next.
    until: u64,
}

impl Quarantine {
    /// Nothing is refused yet.
    pub fn new(operations: usize) -> Self {
        let entry = OperationLimits {
            limit: u64::MAX,
            memory: u64::MAX,
            depth: u32::MAX,
            patience: PATIENCE,
            astray: 0,
            chances: 0,
            until: u64::MAX,
        };
        Self { entries: vec![entry; operations] }
    }

    /// Returns whether the call may be made, after so many calls. A limit of `u64::MAX` refuses nothing below it, so the largest
    /// integer is let through until it has killed something.
    #[inline]
    pub fn allows(&self, operation: u32, lineage: Lineage, calls: impl Fn() -> u64) -> bool {
        self.entries.get(operation as usize).map_or(true, |entry| {
            let unlimited = entry.limit == u64::MAX && entry.patience == PATIENCE;
            let fits = !(entry.memory..=LARGEST_SIZE).contains(&lineage.magnitude);
            let is_within = (lineage.magnitude < entry.limit || unlimited)
                && lineage.depth < entry.depth
                && fits;
            is_within || (lineage.magnitude <= ABSURD && calls() >= entry.until)
        })
    }

    /// Returns whether the operation may be called with everything.
    pub fn is_harmless(&self, operation: u32) -> bool {
        let is_harmless = |entry: &OperationLimits| {
            let is_within = entry.limit == u64::MAX && entry.patience == PATIENCE;
            is_within && entry.memory == u64::MAX && entry.depth == u32::MAX
        };
        self.entries.get(operation as usize).map_or(true, is_harmless)
    }

    /// Returns whether the operation is left alone altogether.
    pub fn is_banned(&self, operation: u32) -> bool {
        self.entries.get(operation as usize).is_some_and(|entry| entry.limit == 0)
    }

    /// Records a death by lack of memory, which does not concern numbers that are no sizes.
    pub fn ran_out(&mut self, operation: u32, lineage: Lineage, calls: u64) {
        let Some(entry) = self.entries.get_mut(operation as usize) else { return };
        if lineage.magnitude > LARGEST_SIZE && entry.astray < ASTRAY {
            // The largest number is none that memory was asked for by: it was another, or none.
            entry.astray += 1;
            entry.memory = entry.memory.min(ABSURD + 1);
        } else if (SMALL + 1..=LARGEST_SIZE).contains(&lineage.magnitude) {
            entry.memory = entry.memory.min(lineage.magnitude);
        } else {
            self.died(operation, lineage, false, calls);
        }
    }

    /// Records that operations like these died by lack of memory: sizes that are too large for one instance of a function are
    /// too large for all.
    pub fn warn(&mut self, operations: impl Iterator<Item = u32>, lineage: Lineage) {
        if !(ABSURD + 1..=LARGEST_SIZE).contains(&lineage.magnitude) {
            return;
        }
        for operation in operations {
            if let Some(entry) = self.entries.get_mut(operation as usize) {
                entry.memory = entry.memory.min(lineage.magnitude);
            }
        }
    }

    /// Records a death after so many calls. A costly one, such as a hang, must not come again with slightly less, and counts
    /// twice.
    pub fn died(&mut self, operation: u32, lineage: Lineage, costly: bool, calls: u64) {
        let Some(entry) = self.entries.get_mut(operation as usize) else { return };
        if calls >= entry.until {
            entry.chances = entry.chances.saturating_add(1);
        }
        let wait = if costly { LONG_WAIT } else { WAIT };
        let factor = 4_u64.saturating_pow(entry.chances.into());
        entry.until = calls.saturating_add(wait.saturating_mul(factor));
        if lineage.magnitude > SMALL {
            let limit = if costly { lineage.magnitude / 16 } else { lineage.magnitude };
            entry.limit = entry.limit.min(limit.max(SMALL + 1));
            // Remembers that even the largest integer is now refused.
            entry.patience = entry.patience.min(PATIENCE - 1);
        } else if lineage.depth > SIMPLE {
            entry.depth = entry.depth.min((lineage.depth / 3).max(SIMPLE) + 1);
        } else {
            entry.patience = entry.patience.saturating_sub(if costly { 2 } else { 1 });
            if entry.patience == 0 {
                entry.limit = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lineage, Quarantine, ABSURD, ASTRAY, WAIT};

    fn of(magnitude: u64) -> Lineage {
        Lineage { magnitude, depth: 1, ..Lineage::default() }
    }

    #[test]
    fn crashes_on_large_arguments_refuse_larger_ones() {
        let mut quarantine = Quarantine::new(2);
        assert!(quarantine.allows(0, of(u64::MAX), || 0));
        assert!(quarantine.is_harmless(0));
        quarantine.died(0, of(1 << 40), false, 0);
        assert!(!quarantine.is_harmless(0) && quarantine.is_harmless(1));
        assert!(quarantine.allows(0, of(1000), || 0));
        assert!(!quarantine.allows(0, of(1 << 40), || 0));
        assert!(!quarantine.allows(0, of(u64::MAX), || 0));
        quarantine.died(0, of(1000), false, 0);
        assert!(!quarantine.allows(0, of(1000), || 0));
        assert!(quarantine.allows(0, of(100), || 0));
        assert!(quarantine.allows(1, of(u64::MAX), || 0));
    }

    #[test]
    fn out_of_memory_refuses_sizes_only() {
        let mut quarantine = Quarantine::new(1);
        quarantine.ran_out(0, of(1 << 40), 0);
        assert!(quarantine.allows(0, of(1 << 39), || 0));
        assert!(!quarantine.allows(0, of(1 << 40), || 0));
        assert!(!quarantine.allows(0, of(1 << 62), || 0));
        assert!(quarantine.allows(0, of(u64::MAX - 6), || 0));
        // It may have stood beside the size that did it, a few times.
        for _ in 0..ASTRAY {
            quarantine.ran_out(0, of(u64::MAX - 6), 0);
            assert!(quarantine.allows(0, of(u64::MAX - 6), || 0));
            assert!(!quarantine.allows(0, of(ABSURD + 1), || 0));
        }
        quarantine.ran_out(0, of(u64::MAX - 6), 0);
        assert!(!quarantine.allows(0, of(u64::MAX - 6), || 0));
    }

    #[test]
    fn absurd_sizes_are_refused_for_all_instances() {
        let mut quarantine = Quarantine::new(3);
        quarantine.warn([0, 1].into_iter(), of(1 << 40));
        assert!(!quarantine.allows(1, of(1 << 40), || 0));
        assert!(quarantine.allows(1, of(1 << 39), || 0));
        assert!(quarantine.allows(2, of(1 << 40), || 0));
        quarantine.warn([2].into_iter(), of(ABSURD));
        assert!(quarantine.allows(2, of(ABSURD), || 0));
    }

    #[test]
    fn the_largest_integer_is_refused_after_it_killed() {
        let mut quarantine = Quarantine::new(1);
        quarantine.died(0, of(u64::MAX), false, 0);
        assert!(!quarantine.allows(0, of(u64::MAX), || 0));
        assert!(quarantine.allows(0, of(u64::MAX - 1), || 0));
    }

    #[test]
    fn repeated_crashes_on_small_arguments_ban_operations() {
        let mut quarantine = Quarantine::new(1);
        quarantine.died(0, of(0), false, 0);
        quarantine.died(0, of(5), false, 0);
        assert!(quarantine.allows(0, of(0), || 0));
        quarantine.died(0, of(1), false, 0);
        assert!(!quarantine.allows(0, of(0), || 0));
        assert!(quarantine.is_banned(0));
    }

    #[test]
    fn crashes_on_deep_arguments_refuse_deep_ones() {
        let mut quarantine = Quarantine::new(1);
        for depth in [22, 7, 3, 3, 3] {
            quarantine.died(0, Lineage { magnitude: 50, depth, ..Lineage::default() }, false, 0);
        }
        assert!(!quarantine.is_banned(0));
        assert!(quarantine.allows(
            0,
            Lineage { magnitude: 1000, depth: 2, ..Lineage::default() },
            || 0
        ));
        assert!(!quarantine.allows(
            0,
            Lineage { magnitude: 0, depth: 3, ..Lineage::default() },
            || 0
        ));
    }

    #[test]
    fn hangs_cost_more_patience_and_keep_a_distance() {
        let mut quarantine = Quarantine::new(2);
        quarantine.died(0, of(0), true, 0);
        assert!(!quarantine.is_banned(0));
        quarantine.died(0, of(0), true, 0);
        assert!(quarantine.is_banned(0));
        quarantine.died(1, of(1 << 20), true, 0);
        assert!(!quarantine.allows(1, of(1 << 19), || 0));
        assert!(quarantine.allows(1, of(1 << 15), || 0));
        quarantine.died(1, of(100), true, 0);
        assert!(quarantine.allows(1, of(64), || 0));
    }

    #[test]
    fn quarantined_operations_get_rarer_chances() {
        let mut quarantine = Quarantine::new(2);
        for _ in 0..3 {
            quarantine.died(0, of(1), false, 1000);
        }
        let may = |quarantine: &Quarantine, magnitude, calls| {
            quarantine.allows(0, of(magnitude), || calls)
        };
        assert!(!may(&quarantine, 1, 1000 + WAIT - 1));
        assert!(may(&quarantine, 1, 1000 + WAIT));
        assert!(!may(&quarantine, ABSURD + 1, 1000 + WAIT));
        quarantine.died(0, of(1), false, 60_000);
        assert!(!may(&quarantine, 1, 60_000 + 4 * WAIT - 1));
        assert!(may(&quarantine, 1, 60_000 + 4 * WAIT));
        quarantine.died(1, of(100), false, 0);
        assert!(!quarantine.allows(1, of(100), || 0));
        assert!(quarantine.allows(1, of(100), || WAIT));
    }
}
