//! Keys of `report.json` that explore writes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Finding;

/// Keys of explore. Those that are `None` or empty are not written.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct ExploreDetails {
    /// Sequences along models of the crate's own tests that the search started from, if there are models.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<u64>,
    /// Calls in each minute of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls_by_minute: Option<Vec<u64>>,
    /// Restarts after deaths, of runs with a time budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recoveries: Option<Recoveries>,
    /// Callable functions without a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub never_called: Option<Vec<String>>,
    /// Functions with calls, none of which returned normally.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub never_returned: Option<Vec<String>>,
    /// Lengths of the sequences of bugs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimised: Option<MinimisedLengths>,
    /// Seconds spent on finding the causes of findings, of runs with a time budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grouping_seconds: Option<f64>,
    /// Functions with results that tests cannot rely on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unstable: Option<Vec<UnstableItem>>,
    /// Tests per wording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wordings: Option<BTreeMap<String, u64>>,
    /// Tests that only their plainest wording proved, with the objections to the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub worded_plainly: Vec<String>,
    /// Tests that were not placed, with reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub discarded: Vec<String>,
    /// Findings that could not be reproduced.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unreproduced: Vec<String>,
    /// The same findings as they were seen; no test shows them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unproven: Vec<Finding>,
    /// Findings of earlier runs with tests that pass now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Vec<Finding>>,
    /// Notes on the placing of tests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub placed: Vec<String>,
}

/// Restarts of a search after deaths.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct Recoveries {
    /// Their number.
    pub count: u32,
    /// Their sum in milliseconds, with the time needed to be sure of hangs.
    pub millis: u64,
    /// The longest in milliseconds, from noticing the death to continuing.
    pub longest_millis: u64,
}

/// Mean numbers of calls in the sequences of bugs.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct MinimisedLengths {
    /// As found.
    pub mean_calls_before: f64,
    /// As minimised.
    pub mean_calls_after: f64,
}

/// A function with results that tests cannot rely on.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct UnstableItem {
    /// The function's path.
    pub item: String,
    /// The difference between runs.
    pub differs: String,
}

impl Recoveries {
    /// Those of two processes.
    pub fn and(self, other: Self) -> Self {
        Self {
            count: self.count.saturating_add(other.count),
            millis: self.millis.saturating_add(other.millis),
            longest_millis: self.longest_millis.max(other.longest_millis),
        }
    }
}

impl ExploreDetails {
    /// Records a finding that could not be reproduced.
    pub fn add_unreproduced(&mut self, finding: &Finding) {
        self.unreproduced.push(format!("{}: {}", finding.item, finding.message_line()));
        self.unproven.push(finding.clone());
    }
}
