//! The key `check` of `report.json`: results of properties.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::UnknownKeys;

/// Results of all properties of a run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct CheckReport {
    /// Operations that made inputs.
    pub operations: u64,
    /// Inputs tried, of all properties.
    pub cases: u64,
    /// Inputs per second of the search.
    pub cases_per_second: f64,
    /// Each property, in the order of their paths.
    pub properties: Vec<PropertyReport>,
    /// `true` if properties that were not tried enough are accepted.
    pub allow_starved: bool,
    /// Doubts that inputs were as different as they could be.
    pub warnings: Vec<String>,
    /// Changes that make `cargo test` run the written tests.
    pub hints: Vec<String>,
    /// Reasons why failing inputs have no test, by the id of the finding.
    pub untested: BTreeMap<String, String>,
    /// Files of tests of properties that are gone, and what was done with them.
    pub leftovers: Vec<String>,
    /// Values that tests request with `gadfly::values!`.
    pub stored: Vec<StoredValues>,
    /// All other keys.
    #[serde(flatten)]
    pub unknown: UnknownKeys,
}

impl CheckReport {
    /// The number of properties that were not tried enough: their inputs were refused, or there were none.
    pub fn untried(&self) -> usize {
        self.properties.iter().filter(|property| property.verdict.is_untried()).count()
    }

    /// Returns whether a property fails on an input of an earlier run.
    pub fn has_stored_failures(&self) -> bool {
        let mut stored = self.properties.iter().flat_map(|property| &property.stored);
        stored.any(|test| test.failure.is_some())
    }

    /// Returns whether the run fails because of a property that was not tried enough.
    pub fn is_starved(&self) -> bool {
        !self.allow_starved && self.untried() > 0
    }
}

/// Stored values of one type.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct StoredValues {
    /// The type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The file with what makes them.
    pub file: String,
    /// Their number.
    pub count: u64,
}

/// The result of one property.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct PropertyReport {
    /// Its path.
    pub property: String,
    /// Its file and line.
    pub location: String,
    /// Its verdict.
    pub verdict: CheckVerdict,
    /// Inputs requested.
    pub wanted: u64,
    /// Inputs tried.
    pub cases: u64,
    /// Inputs made in a way that none was before.
    pub distinct: u64,
    /// Inputs it failed on.
    pub failed: u64,
    /// Inputs that asked for more memory than there may be, as other commands judge it.
    #[serde(default)]
    pub beyond_memory: u64,
    /// Further inputs, refused by `assume!`.
    pub discarded: u64,
    /// Inputs refused in a row, at the end.
    pub dry: u64,
    /// Sorts of inputs, the most frequent first.
    pub labels: Vec<LabelCount>,
    /// Argument types without a way to make a value.
    pub unmade: Vec<String>,
    /// Tests of inputs that it failed on in earlier runs.
    #[serde(default)]
    pub stored: Vec<StoredTest>,
}

/// A test of an input that a property failed on in an earlier run.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct StoredTest {
    /// Its path in its program.
    pub test: String,
    /// How it fails; nothing if it passes by now.
    pub failure: Option<String>,
}

/// The verdict on a property.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    /// It held for all inputs.
    Ok,
    /// It did not.
    Failed,
    /// Its `assume!` refused nearly all inputs.
    Starved,
    /// There is no way to make its arguments.
    Unmade,
    /// Time or calls were used up first.
    Stopped,
}

impl CheckVerdict {
    /// Returns whether the property was tried on too few inputs to say anything, although there was time.
    pub fn is_untried(self) -> bool {
        matches!(self, Self::Starved | Self::Unmade)
    }
}

/// The number of inputs of one sort.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct LabelCount {
    /// The sort.
    pub label: String,
    /// The number.
    pub count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(verdict: CheckVerdict, allow_starved: bool) -> CheckReport {
        let property = PropertyReport {
            property: "k::holds".to_owned(),
            location: String::new(),
            verdict,
            wanted: 1,
            cases: 0,
            distinct: 0,
            failed: 0,
            beyond_memory: 0,
            discarded: 0,
            dry: 0,
            labels: Vec::new(),
            unmade: Vec::new(),
            stored: Vec::new(),
        };
        CheckReport { properties: vec![property], allow_starved, ..CheckReport::default() }
    }

    #[test]
    fn starved_runs_fail_unless_allowed() {
        for verdict in [CheckVerdict::Starved, CheckVerdict::Unmade] {
            assert!(report(verdict, false).is_starved());
            assert!(!report(verdict, true).is_starved());
        }
        for verdict in [CheckVerdict::Ok, CheckVerdict::Failed, CheckVerdict::Stopped] {
            assert!(!report(verdict, false).is_starved());
        }
    }
}
