//! Which calls are not made any more because their like killed the process.
//!
//! Judged by operation and by the largest integer that had a part in the arguments: sizes are what kills most often, and the
//! same operation is fine below them. Only an operation that keeps dying on small arguments is given up.

/// Integers up to this are small: a death is not their fault.
const SMALL: u64 = 64;
/// Deaths at small arguments until an operation is given up.
const PATIENCE: u8 = 3;

/// The calls that are not made any more.
#[derive(Clone, Debug)]
pub struct Quarantine {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Refused at this magnitude and above.
    limit: u64,
    patience: u8,
}

impl Quarantine {
    /// Nothing is refused yet.
    pub fn new(operations: usize) -> Self {
        Self { entries: vec![Entry { limit: u64::MAX, patience: PATIENCE }; operations] }
    }

    /// Whether the call may be made. A limit of `u64::MAX` refuses nothing below it, so the largest integer is let through
    /// until it has killed something.
    pub fn allows(&self, operation: u32, magnitude: u64) -> bool {
        self.entries.get(operation as usize).map_or(true, |entry| {
            magnitude < entry.limit || (entry.limit == u64::MAX && entry.patience == PATIENCE)
        })
    }

    /// Whether the operation is given up altogether.
    pub fn is_banned(&self, operation: u32) -> bool {
        self.entries.get(operation as usize).is_some_and(|entry| entry.limit == 0)
    }

    /// Records a death. A costly one, such as a hang, counts twice.
    pub fn died(&mut self, operation: u32, magnitude: u64, costly: bool) {
        let Some(entry) = self.entries.get_mut(operation as usize) else { return };
        let step = if costly { 2 } else { 1 };
        if magnitude > SMALL {
            entry.limit = entry.limit.min(magnitude);
            // Remembers that even the largest integer is now refused.
            entry.patience = entry.patience.min(PATIENCE - 1);
            return;
        }
        entry.patience = entry.patience.saturating_sub(step);
        if entry.patience == 0 {
            entry.limit = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Quarantine;

    #[test]
    fn a_death_at_a_large_argument_refuses_only_that_and_above() {
        let mut quarantine = Quarantine::new(2);
        assert!(quarantine.allows(0, u64::MAX));
        quarantine.died(0, 1 << 40, false);
        assert!(quarantine.allows(0, 1000));
        assert!(!quarantine.allows(0, 1 << 40));
        assert!(!quarantine.allows(0, u64::MAX));
        quarantine.died(0, 1000, false);
        assert!(!quarantine.allows(0, 1000));
        assert!(quarantine.allows(0, 100));
        assert!(quarantine.allows(1, u64::MAX));
    }

    #[test]
    fn the_largest_integer_is_refused_after_it_killed() {
        let mut quarantine = Quarantine::new(1);
        quarantine.died(0, u64::MAX, false);
        assert!(!quarantine.allows(0, u64::MAX));
        assert!(quarantine.allows(0, u64::MAX - 1));
    }

    #[test]
    fn repeated_deaths_at_small_arguments_give_the_operation_up() {
        let mut quarantine = Quarantine::new(1);
        quarantine.died(0, 0, false);
        quarantine.died(0, 5, false);
        assert!(quarantine.allows(0, 0));
        quarantine.died(0, 1, false);
        assert!(!quarantine.allows(0, 0));
        assert!(quarantine.is_banned(0));
    }

    #[test]
    fn hangs_cost_more_patience() {
        let mut quarantine = Quarantine::new(1);
        quarantine.died(0, 0, true);
        assert!(!quarantine.is_banned(0));
        quarantine.died(0, 0, true);
        assert!(quarantine.is_banned(0));
    }
}
