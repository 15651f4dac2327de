//! Experiments: a failing sequence run again with something changed.
//!
//! A rule asks for experiments in [`crate::Rule::needs`] and applies only once all their results are known;
//! [`crate::wanted`] lists the experiments that may still change a decision, so that only those are run.

use std::collections::BTreeMap;

/// A change to the failing sequence, after which it is run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Experiment {
    /// A number near the largest of its type replaced by one that is smaller and still larger than any memory.
    NumberOutOfReach,
}

/// The result of an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Memory ran out, or a panic reported that it would.
    LacksMemory,
    /// Anything else: it returned, or failed in another way.
    Otherwise,
}

/// The results of experiments that were run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Experiments {
    results: BTreeMap<Experiment, Effect>,
}

impl Experiments {
    /// Records a result.
    pub fn record(&mut self, experiment: Experiment, result: Effect) {
        self.results.insert(experiment, result);
    }

    /// The result of an experiment, if it was run.
    pub fn result(&self, experiment: Experiment) -> Option<Effect> {
        self.results.get(&experiment).copied()
    }

    /// Returns whether all of these were run.
    pub fn has_all(&self, experiments: &[Experiment]) -> bool {
        experiments.iter().all(|experiment| self.results.contains_key(experiment))
    }
}
