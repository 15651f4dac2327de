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
    /// Further inputs, refused by `assume!`.
    pub discarded: u64,
    /// Inputs refused in a row, at the end.
    pub dry: u64,
    /// Sorts of inputs, the most frequent first.
    pub labels: Vec<LabelCount>,
    /// Argument types without a way to make a value.
    pub unmade: Vec<String>,
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

/// The number of inputs of one sort.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct LabelCount {
    /// The sort.
    pub label: String,
    /// The number.
    pub count: u64,
}
