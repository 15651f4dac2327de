//! The attempts at a property: their number, their inputs, and their end.

use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::number_set::{NumberSet, RecentNumbers};
use crate::rng::mix;
use crate::strategy::check::property_targets::PropertyTargets;
use crate::strategy::explore::pool::ValuePool;
use gadfly_wire::{Access, CheckEnd, CheckOrder, Event, LabelCount};
use std::collections::BTreeMap;

/// After so many attempts in a row for which there was no argument, there is none.
const MOST_UNMADE: u32 = 4000;
/// The number of quarantined attempts after which a property is given up.
const MOST_REFUSED: u32 = 1000;
/// The number of labels that are counted.
const MOST_LABELS: usize = 1000;

/// The attempts at one property.
pub(in crate::strategy) struct PropertyAttempts {
    pub(in crate::strategy) order: CheckOrder,
    pub(in crate::strategy) targets: PropertyTargets,
    /// Inputs that were counted by their number.
    known: u64,
    pub(in crate::strategy) dry: u64,
    pub(in crate::strategy) unmade: u32,
    pub(in crate::strategy) refused: u32,
    /// The number of sequences in a row that failed before it could be tried.
    pub(in crate::strategy) failed_sequences: u32,
    /// True if the last input was made as one before.
    pub(in crate::strategy) repeats: bool,
    /// Inputs of each sort.
    labels: BTreeMap<String, u64>,
    /// Inputs of no sort.
    unlabelled: u64,
    /// The number of corners it was tried on.
    pub(in crate::strategy) corners: u64,
    /// True if these were all there are.
    pub(in crate::strategy) is_cornered: bool,
    /// The inputs that were chosen for probe calls, by number.
    pub(in crate::strategy) tried: NumberSet,
    /// The inputs that were counted, by number, as far as it is known.
    inputs: NumberSet,
    /// The recent inputs of batches, by number.
    pub(in crate::strategy) batched: RecentNumbers,
    /// The number of batches in a row without a new input.
    pub(in crate::strategy) empty_batches: u32,
    /// True if batches of inputs are of any use.
    pub(in crate::strategy) batches: bool,
}

/// The counts of attempts at a property.
#[derive(Clone, Copy, Default)]
pub(in crate::strategy) struct AttemptCounts {
    pub(in crate::strategy) counted: u64,
    failed: u64,
    pub(in crate::strategy) discarded: u64,
}

impl PropertyAttempts {
    /// None yet.
    pub(in crate::strategy) fn new(
        registry: &Registry,
        pool: &ValuePool,
        order: CheckOrder,
    ) -> Self {
        Self {
            order,
            targets: PropertyTargets::new(registry, pool, order.operation),
            known: 0,
            dry: 0,
            unmade: 0,
            refused: 0,
            failed_sequences: 0,
            repeats: false,
            labels: BTreeMap::new(),
            unlabelled: 0,
            corners: 0,
            is_cornered: false,
            tried: NumberSet::default(),
            inputs: NumberSet::default(),
            batched: RecentNumbers::default(),
            empty_batches: 0,
            batches: true,
        }
    }

    /// Counts an input that the property was tried on, by its number if that is known.
    #[inline]
    pub(in crate::strategy) fn counted(&mut self, machine: &Machine<'_>, input: Option<u64>) {
        self.dry = 0;
        self.unmade = 0;
        if let Some(input) = input {
            self.known += 1;
            self.inputs.insert(mix(input));
        }
        // Inputs without a label are counted like a sort of their own: shares are shares of all that this process has seen.
        let label = machine.registry.notes.map(|take| take().0).unwrap_or_default();
        if label.is_empty() {
            self.unlabelled += 1;
        } else if self.labels.len() < MOST_LABELS || self.labels.contains_key(&label) {
            *self.labels.entry(label).or_default() += 1;
        }
    }

    /// The reason for which it is not tried any more; `Stopped` if it may be tried.
    pub(in crate::strategy) fn end(&self, tally: AttemptCounts) -> CheckEnd {
        if tally.counted >= u64::from(self.order.cases) {
            CheckEnd::Done
        } else if tally.discarded >= u64::from(self.order.discards) {
            CheckEnd::Starved
        } else if self.unmade >= MOST_UNMADE {
            CheckEnd::Unmade
        } else if self.refused >= MOST_REFUSED {
            CheckEnd::Deadly
        } else {
            CheckEnd::Stopped
        }
    }

    /// Returns whether it takes literals of these types in so few combinations that all of them are tried.
    pub(in crate::strategy) fn is_listed(
        &self,
        pool: &ValuePool,
        parameters: &[(u32, Access)],
    ) -> bool {
        let all = parameters
            .iter()
            .try_fold(1_u64, |all, (ty, _)| Some(all.saturating_mul(pool.fresh.domain(*ty)?)));
        all.is_some_and(|all| all <= u64::from(self.order.cases))
    }

    /// Returns whether it may still be tried.
    pub(in crate::strategy) fn is_open(&self, machine: &Machine<'_>) -> bool {
        self.end(tally(machine, self.order.operation)) == CheckEnd::Stopped
    }

    /// The number of distinct inputs: all of them, unless each could be compared with the others.
    fn distinct(&self, tally: AttemptCounts) -> u64 {
        if self.known < tally.counted {
            tally.counted
        } else {
            self.inputs.total()
        }
    }

    /// Its outcome.
    pub(in crate::strategy) fn result(&self, machine: &Machine<'_>) -> Event {
        let operation = self.order.operation;
        let tally = tally(machine, operation);
        let unlabelled = Some((String::new(), self.unlabelled));
        let unlabelled =
            unlabelled.filter(|(_, count)| *count > 0 && !self.labels.is_empty()).into_iter();
        let labelled = self.labels.iter().map(|(label, count)| (label.clone(), *count));
        let mut labels: Vec<LabelCount> =
            labelled.chain(unlabelled).map(|(label, count)| LabelCount { label, count }).collect();
        labels.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.label.cmp(&b.label)));
        Event::Checked {
            operation,
            counted: tally.counted,
            failed: tally.failed,
            discarded: tally.discarded,
            distinct: self.distinct(tally),
            dry: self.dry,
            ended: self.end(tally),
            labels,
        }
    }
}

/// The counts of attempts at a property so far.
pub(in crate::strategy) fn tally(machine: &Machine<'_>, operation: u32) -> AttemptCounts {
    let counts = machine.journal.counts_of(operation);
    let failed = counts.panicked + counts.crashed;
    AttemptCounts { counted: counts.returned + failed, failed, discarded: counts.illegal }
}
