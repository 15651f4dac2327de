//! What a search has done so far, put together from the processes that have a part in it.

use gadfly_wire::{EdgeCounts, Event, OperationCounts};

use crate::report::Recoveries;

/// Sums of what the processes of a search have reported.
pub(crate) struct Totals {
    processes: Vec<Sum>,
    minutes: Vec<u64>,
    /// The calls of the minutes that are over.
    before: u64,
    /// `true` if one of them gave up before its budget was used.
    is_given_up: bool,
}

/// What was done, by one process or by all.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sum {
    pub(crate) calls: u64,
    pub(crate) sequences: u64,
    /// Distinct values; of several processes, those of the one that saw the most, as others saw many of them, too.
    pub(crate) states: u64,
    pub(crate) millis: u64,
    pub(crate) coverage: Option<EdgeCounts>,
    /// By operation.
    pub(crate) operations: Vec<OperationCounts>,
    /// By the number of the event.
    pub(crate) panics_seen: Vec<u64>,
    pub(crate) recoveries: Recoveries,
    /// A bit per edge of the subject's; known at the end.
    reached: Vec<u64>,
}

impl Totals {
    /// Empty sums of so many processes.
    pub(crate) fn of(processes: usize) -> Self {
        Totals {
            processes: vec![Sum::default(); processes],
            minutes: Vec::new(),
            before: 0,
            is_given_up: false,
        }
    }

    /// The event with a number that no event of another process has.
    pub(crate) fn renumbered(&self, process: usize, mut event: Event) -> Event {
        if let Event::Panic { bucket, .. }
        | Event::Broken { bucket, .. }
        | Event::Left { bucket, .. } = &mut event
        {
            *bucket = u32::try_from(self.number(process, *bucket as usize)).unwrap_or(u32::MAX);
        }
        event
    }

    /// Takes note of how far a process is.
    pub(crate) fn take(&mut self, process: usize, event: Event) {
        let known = &mut self.processes[process];
        match event {
            Event::Summary {
                calls,
                sequences,
                states,
                millis,
                operations,
                panics_seen,
                coverage,
                reached,
                crashes,
                recovery_millis,
                longest_recovery_micros,
                finished,
                ..
            } => {
                self.is_given_up |= !finished;
                let recoveries = Recoveries {
                    count: crashes,
                    millis: recovery_millis,
                    longest_millis: longest_recovery_micros.div_ceil(1000),
                };
                *known = Sum {
                    calls,
                    sequences,
                    states,
                    millis,
                    coverage: plausible(coverage),
                    operations,
                    panics_seen,
                    recoveries,
                    reached,
                };
            }
            Event::Progress { calls, sequences, states, millis, coverage, .. } => {
                let coverage = plausible(coverage);
                *known =
                    Sum { calls, sequences, states, millis, coverage, ..std::mem::take(known) };
            }
            _ => return,
        }
        self.note_minute();
    }

    /// Returns whether one of them gave up before its budget was used.
    pub(crate) fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// How many calls were made in each whole minute.
    pub(crate) fn calls_by_minute(&self) -> &[u64] {
        &self.minutes
    }

    /// All processes together.
    pub(crate) fn sum(&self) -> Sum {
        let mut sum = Sum::default();
        for (process, part) in self.processes.iter().enumerate() {
            // Whatever is in them: the subject can write to the file that these come from.
            sum.calls = sum.calls.saturating_add(part.calls);
            sum.sequences = sum.sequences.saturating_add(part.sequences);
            sum.states = sum.states.max(part.states);
            sum.millis = sum.millis.max(part.millis);
            let further = |it: Option<EdgeCounts>| it.map(|counts| counts.hit);
            if further(part.coverage) > further(sum.coverage) {
                sum.coverage = part.coverage;
            }
            sum.operations.resize(part.operations.len().max(sum.operations.len()), <_>::default());
            for (all, part) in sum.operations.iter_mut().zip(&part.operations) {
                add(all, part);
            }
            for (bucket, seen) in part.panics_seen.iter().enumerate() {
                let number = self.number(process, bucket);
                sum.panics_seen.resize(sum.panics_seen.len().max(number + 1), 0);
                sum.panics_seen[number] = *seen;
            }
            sum.recoveries = sum.recoveries.and(part.recoveries);
            sum.reached.resize(part.reached.len().max(sum.reached.len()), 0);
            for (all, part) in sum.reached.iter_mut().zip(&part.reached) {
                *all |= part;
            }
        }
        let reached = sum.reached.iter().map(|bits| bits.count_ones()).sum();
        if let Some(coverage) = &mut sum.coverage {
            // Until the end it is only known how many edges each process has reached, not which.
            coverage.hit = coverage.hit.max(reached);
        }
        sum
    }

    fn number(&self, process: usize, bucket: usize) -> usize {
        bucket * self.processes.len() + process
    }

    fn note_minute(&mut self) {
        let Some(slowest) = self.processes.iter().map(|part| part.millis).min() else { return };
        if slowest / 60_000 > self.minutes.len() as u64 {
            let calls = self.processes.iter().map(|part| part.calls).fold(0, u64::saturating_add);
            self.minutes.push(calls.saturating_sub(self.before));
            self.before = calls;
        }
    }
}

fn add(all: &mut OperationCounts, part: &OperationCounts) {
    let sum = |left: u64, right: u64| left.saturating_add(right);
    *all = OperationCounts {
        called: sum(all.called, part.called),
        returned: sum(all.returned, part.returned),
        panicked: sum(all.panicked, part.panicked),
        illegal: sum(all.illegal, part.illegal),
        crashed: sum(all.crashed, part.crashed),
    };
}

/// Coverage, unless more was reached than there is: the subject can write to where it is counted.
fn plausible(coverage: Option<EdgeCounts>) -> Option<EdgeCounts> {
    coverage.filter(|counts| counts.hit <= counts.all)
}

#[cfg(test)]
mod tests {
    use gadfly_wire::{ProcessChange, Sequence};

    use super::*;

    fn summary(calls: u64, states: u64, reached: u64, panics_seen: &[u64]) -> Event {
        Event::Summary {
            calls,
            sequences: 1,
            states,
            millis: 61_000,
            recovery_millis: 2,
            longest_recovery_micros: calls * 1000,
            operations: vec![OperationCounts { called: calls, ..Default::default() }],
            panics_seen: panics_seen.to_vec(),
            crashes: 1,
            coverage: Some(EdgeCounts { hit: reached.count_ones(), all: 9 }),
            reached: vec![reached],
            finished: true,
        }
    }

    #[test]
    fn calls_add_up_and_what_was_reached_is_put_together() {
        let mut totals = Totals::of(2);
        totals.take(0, summary(5, 30, 0b0111, &[]));
        assert!(totals.calls_by_minute().is_empty(), "the other process is not there yet");
        totals.take(1, summary(7, 20, 0b1100, &[]));
        let sum = totals.sum();
        assert_eq!((sum.calls, sum.sequences, sum.states), (12, 2, 30));
        assert_eq!(sum.coverage, Some(EdgeCounts { hit: 4, all: 9 }));
        assert_eq!(sum.operations[0].called, 12);
        assert_eq!(sum.recoveries, Recoveries { count: 2, millis: 4, longest_millis: 7 });
        assert_eq!(totals.calls_by_minute(), [12]);
    }

    #[test]
    fn events_of_different_processes_keep_their_own_counts() {
        let left = |bucket| Event::Left {
            bucket,
            what: ProcessChange::Thread,
            operation: 0,
            sequence: Sequence::default(),
        };
        let mut totals = Totals::of(2);
        totals.take(0, summary(1, 1, 0, &[10, 11]));
        totals.take(1, summary(1, 1, 0, &[20]));
        let seen = totals.sum().panics_seen;
        for (process, bucket, count) in [(0, 0, 10), (0, 1, 11), (1, 0, 20)] {
            let Event::Left { bucket, .. } = totals.renumbered(process, left(bucket)) else {
                panic!("another event");
            };
            assert_eq!(seen[bucket as usize], count);
        }
    }

    #[test]
    fn numbers_that_cannot_be_do_no_harm() {
        let mut totals = Totals::of(2);
        for process in [0, 1] {
            totals.take(process, summary(u64::MAX / 1000, 1, 0, &[]));
        }
        totals.take(0, summary(0, 1, 0, &[]));
        assert_eq!(totals.sum().calls, u64::MAX / 1000);
        let counts = |hit| Some(EdgeCounts { hit, all: 92 });
        assert_eq!(plausible(counts(92)), counts(92));
        assert_eq!(plausible(counts(u32::MAX)), None);
        assert_eq!(plausible(None), None);
    }
}
