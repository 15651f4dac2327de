//! Numbers of sequences that were run, and of those that were not, by reason. Together they are all there are.

use crate::{Outcome, Walk};

/// Counts of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Sequences that ended normally.
    pub normal: u64,
    /// Sequences that ended with a panic, a death, or an error that ends them.
    pub exceptional: u64,
    /// Sequences that were not run because what they extend had failed, or used the value up.
    pub failed_prefix: u64,
    /// Sequences that were not run because what they extend changed nothing.
    pub unchanged_prefix: u64,
    /// Sequences that were not run because what they extend leads where another had led before.
    pub merged_prefix: u64,
    /// Sequences that could not be run, and those that extend them.
    pub refused: u64,
    /// Sequences that returned nothing.
    pub units: u64,
}

impl Tally {
    /// Counts a walk.
    pub fn of(walk: &Walk) -> Tally {
        let mut tally = Tally::default();
        for step in &walk.steps {
            tally.take(walk, step);
        }
        tally
    }

    /// Counts the part of a walk that has one beginning.
    pub fn of_start(walk: &Walk, start: usize) -> Tally {
        let mut tally = Tally::default();
        walk.steps
            .iter()
            .filter(|step| step.start == start)
            .for_each(|step| tally.take(walk, step));
        tally
    }

    /// The number of sequences that were run.
    pub fn executed(&self) -> u64 {
        self.normal + self.exceptional
    }

    /// The number of sequences that were not.
    pub fn discarded(&self) -> u64 {
        self.failed_prefix + self.unchanged_prefix + self.merged_prefix + self.refused
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.executed() + self.discarded()
    }

    fn take(&mut self, walk: &Walk, step: &crate::Step) {
        let is_used_up =
            step.outcome.is_normal() && walk.calls[step.call].role == crate::Role::Consume;
        let virtual_paths = paths(walk.methods.len() as u64, walk.depth - step.level);
        self.units += u64::from(*step.outcome == Outcome::Unit);
        match &*step.outcome {
            Outcome::Refused => {
                self.refused += 1 + virtual_paths;
                return;
            }
            outcome if outcome.is_normal() => self.normal += 1,
            _ => self.exceptional += 1,
        }
        let is_start = step.parent.is_none();
        if !step.outcome.is_normal() || is_used_up {
            self.failed_prefix += virtual_paths;
        } else if walk.mode.needs_change() && !step.changed && !is_start {
            self.unchanged_prefix += virtual_paths;
        } else if step.merged {
            self.merged_prefix += virtual_paths;
        }
    }
}

/// The number of sequences of up to so many more calls.
pub(crate) fn paths(methods: u64, depth: u32) -> u64 {
    (1..=depth).fold(0_u64, |sum, length| sum.saturating_add(methods.saturating_pow(length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_longer_sequences_is_a_geometric_sum() {
        assert_eq!(paths(6, 3), 6 + 36 + 216);
        assert_eq!(paths(6, 0), 0);
        assert_eq!(paths(u64::MAX, 3), u64::MAX);
    }
}
