//! `report.json`: the results of a run, for programs.
//!
//! Within a format version fields are only ever added: a reader takes the fields it knows and
//! keeps the others as [`UnknownKeys`](super::UnknownKeys).

use std::path::{Path, PathBuf};

use gadfly_cargo::read_regular;
use gadfly_wire::visible_json;
use serde::{Deserialize, Serialize};

use super::details::in_key_order;
use super::{Class, Finding, RunDetails};

/// The format version written here, and the newest one that can be read.
pub const FORMAT_VERSION: u32 = 1;

/// The most bytes of a report.
const MOST: u64 = 1 << 30;

/// The results of a run.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct RunReport {
    /// [`FORMAT_VERSION`] of the writer.
    pub format_version: u32,
    /// The subcommand.
    pub command: String,
    /// The package's name.
    pub package: String,
    /// Its version.
    pub version: String,
    /// The seed of random choices.
    pub seed: u64,
    /// Seconds per stage.
    pub seconds: Seconds,
    /// Calls made.
    pub calls: u64,
    /// Sequences of these calls.
    pub sequences: u64,
    /// Calls per second of the search.
    pub calls_per_second: f64,
    /// Functions by use.
    pub functions: FunctionCounts,
    /// Items that were not used, with reasons.
    pub skipped: Vec<SkippedItem>,
    /// Coverage of the subject, if it was measured.
    pub coverage: Option<Coverage>,
    /// Findings, worst first.
    pub findings: Vec<Finding>,
    /// Tests that were written.
    pub tests: TestCounts,
    /// The keys of one subcommand, and how the run ended.
    #[serde(flatten, serialize_with = "in_key_order")]
    pub details: RunDetails,
}

/// Seconds per stage.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct Seconds {
    /// Reading the subject.
    pub introspect: f64,
    /// Finding out which operations compile.
    pub check: f64,
    /// Building the harness.
    pub build: f64,
    /// Searching.
    pub search: f64,
    /// Proving the tests.
    pub confirm: f64,
}

/// Functions by use.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct FunctionCounts {
    /// The subject's public functions.
    pub public: u64,
    /// Those that can be called.
    pub callable: u64,
    /// Those that were.
    pub called: u64,
    /// Those that returned normally at least once.
    pub returned: u64,
}

/// An item that was not used.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct SkippedItem {
    /// Its path.
    pub item: String,
    /// The reason.
    pub reason: String,
}

/// Coverage of the subject.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct Coverage {
    /// Edges of the subject's code that were taken.
    pub subject_edges_hit: u64,
    /// All of them.
    pub subject_edges: u64,
}

/// Numbers of tests.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct TestCounts {
    /// Tests that pass today.
    pub regression: u64,
    /// Tests that fail today.
    pub failing: u64,
    /// Tests that were thrown away because they do not always behave the same.
    pub discarded_flaky: u64,
}

/// Reasons why a report cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// It cannot be read at all.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// It is no report.
    #[error("this is not a gadfly report: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A newer gadfly wrote it.
    #[error(
        "the report has format version {found}, newer than this gadfly knows ({FORMAT_VERSION})"
    )]
    Newer {
        /// Its version.
        found: u64,
    },
    /// It has no version.
    #[error("this is not a gadfly report: it has no format_version")]
    Unversioned,
}

impl RunReport {
    /// An empty report of the current version.
    pub fn new(command: &str, package: &str, version: &str, seed: u64) -> Self {
        Self {
            format_version: FORMAT_VERSION,
            command: command.to_owned(),
            package: package.to_owned(),
            version: version.to_owned(),
            seed,
            ..Self::default()
        }
    }

    /// Reads a report file.
    pub fn read(path: &Path) -> Result<Self, ReportError> {
        let text = read_regular(path, MOST)
            .and_then(|bytes| {
                String::from_utf8(bytes)
                    .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error))
            })
            .map_err(|source| ReportError::Read { path: path.to_owned(), source })?;
        Self::from_json(&text)
    }

    /// Reads a report: missing fields are empty, unknown ones are kept, newer versions refused.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        // The version first: a newer report may differ in anything else.
        let value: serde_json::Value = serde_json::from_str(text)?;
        match value.get("format_version").and_then(serde_json::Value::as_u64) {
            None => return Err(ReportError::Unversioned),
            Some(found) if found > u64::from(FORMAT_VERSION) => {
                return Err(ReportError::Newer { found });
            }
            Some(_) => {}
        }
        Ok(serde_json::from_value(value)?)
    }

    /// The report as one JSON document, with a line break at its end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data has a JSON form");
        text.push('\n');
        visible_json(&text)
    }

    /// Records that findings could not become tests. What was proven before the error is not claimed.
    pub fn fail_tests(&mut self, error: String) {
        self.details.tests_failed = Some(error);
        self.tests = TestCounts::default();
        for finding in &mut self.findings {
            finding.test = None;
            finding.proven = 0;
        }
    }

    /// Returns whether the tests were proven, but not placed.
    pub fn is_unplaced(&self) -> bool {
        self.details.not_placed
    }

    /// Returns whether a file of tests could be written, as far as that was tried.
    pub fn is_written(&self, file: &str) -> bool {
        !self.details.unwritten.contains_key(file)
    }

    /// Returns whether a finding is the subject's fault.
    pub fn has_bugs(&self) -> bool {
        self.findings.iter().any(|finding| finding.class == Class::Bug)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn report() -> RunReport {
        RunReport {
            findings: vec![Finding::example()],
            skipped: vec![SkippedItem {
                item: "url::f".to_owned(),
                reason: "unsafe fn".to_owned(),
            }],
            coverage: Some(Coverage { subject_edges_hit: 1, subject_edges: 2 }),
            ..RunReport::new("explore", "url", "2.5.8", 7)
        }
    }

    #[test]
    fn the_document_has_exactly_the_promised_fields() {
        let value: serde_json::Value = serde_json::from_str(&report().to_json()).expect("JSON");
        let expected = json!({
            "format_version": 1, "command": "explore", "package": "url", "version": "2.5.8", "seed": 7,
            "seconds": { "introspect": 0.0, "check": 0.0, "build": 0.0, "search": 0.0, "confirm": 0.0 },
            "calls": 0, "sequences": 0, "calls_per_second": 0.0,
            "functions": { "public": 0, "callable": 0, "called": 0, "returned": 0 },
            "skipped": [{ "item": "url::f", "reason": "unsafe fn" }],
            "coverage": { "subject_edges_hit": 1, "subject_edges": 2 },
            "findings": [{
                "id": "k3f", "kind": "panic", "class": "bug", "rule": "language-panic",
                "item": "url::Url::path_segments_mut",
                "law": null, "message": "index out of bounds", "location": "src/lib.rs:2772",
                "calls": 3, "seen": 11204, "test": "gadfly_failures::url_debug_panics",
                "source": "let url = Url::parse(\"a:b\").unwrap();\nlet _ = format!(\"{url:?}\");",
                "profile": "debug", "proven": 3,
            }],
            "tests": { "regression": 0, "failing": 0, "discarded_flaky": 0 },
        });
        assert_eq!(value, expected);
    }

    #[test]
    fn failed_tests_are_not_claimed() {
        let mut report = RunReport {
            findings: vec![Finding::example()],
            tests: TestCounts { regression: 3, failing: 1, discarded_flaky: 0 },
            ..report()
        };
        report.fail_tests("no room".to_owned());
        assert_eq!(report.details.tests_failed.as_deref(), Some("no room"));
        assert_eq!((report.tests.regression, report.tests.failing), (0, 0));
        assert_eq!(report.findings[0].test, None);
    }

    #[test]
    fn written_reports_can_be_read() {
        assert_eq!(RunReport::from_json(&report().to_json()).expect("read"), report());
    }

    #[test]
    fn missing_fields_are_empty_and_unknown_kept() {
        let text = r#"{ "format_version": 1, "package": "url", "newer": { "depth": 2 } }"#;
        let report = RunReport::from_json(text).expect("read");
        assert_eq!(report.package, "url");
        assert_eq!(report.findings, []);
        assert_eq!(report.details.unknown["newer"], json!({ "depth": 2 }));
        assert!(report.to_json().contains("\"newer\""));
    }

    #[test]
    fn newer_reports_are_refused_whatever_they_hold() {
        let error = RunReport::from_json(r#"{ "format_version": 2, "package": [] }"#);
        assert_eq!(
            error.expect_err("newer").to_string(),
            "the report has format version 2, newer than this gadfly knows (1)"
        );
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(RunReport::from_json("{}"), Err(ReportError::Unversioned)));
        assert!(matches!(RunReport::from_json("no"), Err(ReportError::Malformed(_))));
    }

    #[test]
    fn only_the_subjects_faults_count_as_bugs() {
        let mut report = report();
        assert!(report.has_bugs());
        report.findings[0].class = Class::Documented;
        assert!(!report.has_bugs());
    }
}
