//! The part of `report.json` that depends on the command, one typed field per key.
//!
//! Keys are written in alphabetical order, whatever the order of the fields here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::{
    CheckReport, ExhaustDetails, ExploreDetails, LearnDetails, StrengthenDetails, WalkDetails,
};

/// Keys that a newer version has added, kept so that a report can be written back.
pub type UnknownKeys = BTreeMap<String, Value>;

/// The part of a report that depends on the command and on how the run ended.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct RunDetails {
    /// True if the run was stopped from outside.
    #[serde(skip_serializing_if = "is_false")]
    pub interrupted: bool,
    /// The status of a harness that ended before its budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_early: Option<String>,
    /// The error that kept findings from becoming tests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests_failed: Option<String>,
    /// True if tests were proven, but not placed in the crate.
    #[serde(skip_serializing_if = "is_false")]
    pub not_placed: bool,
    /// Files of proven tests that could not be written, by name, with the reasons.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub unwritten: BTreeMap<String, String>,
    /// Confinement of the crate's code; set by commands that run it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<bool>,
    /// Keys of explore.
    #[serde(flatten)]
    pub explore: ExploreDetails,
    /// The key of check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckReport>,
    /// The key of walk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walk: Option<WalkDetails>,
    /// The key of exhaust.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhaust: Option<ExhaustDetails>,
    /// The key of learn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learn: Option<LearnDetails>,
    /// The key of strengthen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strengthen: Option<StrengthenDetails>,
    /// Every valid input, of `exhaust --show --format json`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structures: Option<Vec<String>>,
    /// All other keys.
    #[serde(flatten)]
    pub unknown: UnknownKeys,
}

impl RunDetails {
    /// Returns whether everything the run found is in the report, so that nothing is left to resume.
    pub fn is_complete(&self) -> bool {
        !self.interrupted && self.ended_early.is_none() && self.tests_failed.is_none()
    }
}

/// Serializes with the keys of all levels in alphabetical order.
pub(super) fn in_key_order<S: Serializer>(
    details: &RunDetails,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let value: Value = serde_json::to_value(details).map_err(serde::ser::Error::custom)?;
    value.serialize(serializer)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serializer passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::report::{Finding, RunReport, UnstableItem};

    fn keys(report: &RunReport) -> Vec<String> {
        let text = report.to_json();
        let keys = text.lines().filter_map(|line| line.strip_prefix("  \""));
        keys.filter_map(|line| line.split('"').next().map(str::to_owned)).collect()
    }

    #[test]
    fn keys_of_commands_follow_in_alphabetical_order() {
        let mut report = RunReport::new("explore", "url", "2.5.8", 0);
        report.details = RunDetails {
            interrupted: true,
            ended_early: Some("signal 9".to_owned()),
            sandbox: Some(true),
            explore: ExploreDetails {
                calls_by_minute: Some(vec![1]),
                fixed: Some(vec![Finding::example()]),
                unstable: Some(vec![UnstableItem::default()]),
                ..ExploreDetails::default()
            },
            check: Some(CheckReport::default()),
            unknown: [("newer".to_owned(), json!(1))].into(),
            ..RunDetails::default()
        };
        let own = keys(&report).split_off(14);
        let expected = [
            "calls_by_minute",
            "check",
            "ended_early",
            "fixed",
            "interrupted",
            "newer",
            "sandbox",
            "unstable",
        ];
        assert_eq!(own, expected);
        let text = report.to_json();
        let at = |key: &str| text.find(&format!("\"{key}\":")).expect(key);
        assert!(at("calls") < at("class") && at("class") < at("id"), "{text}");
    }

    #[test]
    fn empty_details_write_no_keys() {
        assert_eq!(keys(&RunReport::new("explore", "url", "2.5.8", 0)).len(), 14);
    }

    #[test]
    fn unfinished_runs_are_not_complete() {
        assert!(RunDetails::default().is_complete());
        let text = || Some("why".to_owned());
        for unfinished in [
            RunDetails { interrupted: true, ..RunDetails::default() },
            RunDetails { ended_early: text(), ..RunDetails::default() },
            RunDetails { tests_failed: text(), ..RunDetails::default() },
        ] {
            assert!(!unfinished.is_complete());
        }
    }

    #[test]
    fn unknown_keys_are_kept_at_both_levels() {
        let document = json!({
            "format_version": 1,
            "newer": { "depth": 2 },
            "walk": { "type": "Stack", "newest": [1] },
            "interrupted": true,
        });
        let report = RunReport::from_json(&document.to_string()).expect("a report");
        assert!(report.details.interrupted);
        assert_eq!(report.details.unknown.keys().collect::<Vec<_>>(), ["newer"]);
        let walk = report.details.walk.as_ref().expect("a walk");
        assert_eq!((walk.ty.as_str(), &walk.unknown["newest"]), ("Stack", &json!([1])));
        let written: Value = serde_json::from_str(&report.to_json()).expect("JSON");
        assert_eq!(written["newer"], document["newer"]);
        assert_eq!(written["walk"]["newest"], document["walk"]["newest"]);
    }
}
