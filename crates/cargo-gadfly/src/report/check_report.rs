//! What became of properties, under the key `check` of `report.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::UnknownKeys;

/// What became of all properties of a run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct CheckReport {
    /// How many operations took part in making inputs.
    pub operations: u64,
    /// How many inputs were tried, of all properties.
    pub cases: u64,
    /// How many per second of the search.
    pub cases_per_second: f64,
    /// Each property, in the order of their paths.
    pub properties: Vec<PropertyReport>,
    /// What should make a person doubt that inputs were as different as they could be.
    pub warnings: Vec<String>,
    /// What to do so that tests are run with the crate's own.
    pub hints: Vec<String>,
    /// Why a failing input has no test, by the id of its finding.
    pub untested: BTreeMap<String, String>,
    /// Files of tests that are about no property any more, and what became of them.
    pub leftovers: Vec<String>,
    /// Values that were asked for.
    pub stored: Vec<StoredValues>,
    /// All other keys.
    #[serde(flatten)]
    pub unknown: UnknownKeys,
}

/// Values of one type that were asked for.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct StoredValues {
    /// The type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The file with what makes them.
    pub file: String,
    /// How many there are.
    pub count: u64,
}

/// What became of one property.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct PropertyReport {
    /// Its path.
    pub property: String,
    /// Where it stands.
    pub location: String,
    /// How it ended.
    pub verdict: CheckVerdict,
    /// How many inputs were asked for.
    pub wanted: u64,
    /// How many were tried.
    pub cases: u64,
    /// How many of them were made in a way that none was before.
    pub distinct: u64,
    /// How many it failed on.
    pub failed: u64,
    /// How many more it is not about.
    pub discarded: u64,
    /// How many in a row, at the end, it is not about.
    pub dry: u64,
    /// Sorts of inputs, the most frequent first.
    pub labels: Vec<Label>,
    /// Types of arguments that nothing makes.
    pub unmade: Vec<String>,
}

/// How a property ended.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckVerdict {
    /// It held for all inputs.
    Ok,
    /// It did not.
    Failed,
    /// It is hardly ever about what can be made.
    Starved,
    /// There is no way to make its arguments.
    Unmade,
    /// Time or calls were used up first.
    Stopped,
}

/// How many inputs are of a sort.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The sort.
    pub label: String,
    /// How many.
    pub count: u64,
}
