//! Outcomes of mutants.

use serde::{Deserialize, Serialize};

use crate::Mutant;

/// The verdict of the tests on a mutant.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// This test fails.
    Caught(String),
    /// All tests that come by it pass.
    Missed,
    /// No test comes by it.
    Unreached,
}

/// A mutant with its verdict.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct TestedMutant {
    /// The mutant.
    #[serde(flatten)]
    pub mutant: Mutant,
    /// The verdict.
    pub verdict: Verdict,
}

/// Numbers of mutants.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct Score {
    /// All of them.
    pub changes: usize,
    /// Those with which a test fails.
    pub caught: usize,
    /// Those that no test comes by.
    pub unreached: usize,
}

impl Score {
    /// Counts mutants.
    pub fn of(tested: &[TestedMutant]) -> Self {
        let count = |is_it: fn(&Verdict) -> bool| {
            tested.iter().filter(|tested| is_it(&tested.verdict)).count()
        };
        Self {
            changes: tested.len(),
            caught: count(|it| matches!(it, Verdict::Caught(_))),
            unreached: count(|it| *it == Verdict::Unreached),
        }
    }

    /// Those that are left.
    pub fn left(&self) -> usize {
        self.changes - self.caught
    }

    /// The part that is caught, in percent; all of nothing.
    pub fn percent(&self) -> f64 {
        match self.changes {
            0 => 100.0,
            changes => 100.0 * self.caught as f64 / changes as f64,
        }
    }
}
