//! The key `learn` of `report.json`.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{RunReport, SkippedItem, UnknownKeys};

/// The result of `learn`.
#[derive(Clone, Debug, PartialEq)]
pub struct Learning {
    /// The report.
    pub report: RunReport,
    /// Models as pictures, one after the other, if that was asked for.
    pub shown: Option<String>,
}

/// Results of tracing a crate's programs and learning from them.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct LearnDetails {
    /// Functions whose calls are logged.
    pub traced: u64,
    /// Functions whose calls are not logged, by reason.
    pub not_traced: Vec<ReasonCount>,
    /// Programs that were run, by their kind.
    pub sources: Vec<TracedSource>,
    /// Logged calls.
    pub calls: u64,
    /// Traced functions that were called.
    pub functions_called: u64,
    /// Calls that were not logged, because their thread had too many.
    pub refused_calls: u64,
    /// One entry per type with a model, in the order of their names.
    pub models: Vec<LearnedType>,
    /// Types whose values have no identity, and therefore no model.
    pub plain_types: u64,
    /// The file with all models.
    pub model_file: Option<PathBuf>,
    /// Functions of the models that returned in the search.
    pub functions_returned: u64,
    /// Public functions of the models that no sequence of the search called, with reasons.
    pub never_made: Vec<SkippedItem>,
    /// All other keys.
    #[serde(flatten)]
    pub unknown: UnknownKeys,
}

/// A reason and the number of items that it applies to.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct ReasonCount {
    /// The reason.
    pub reason: String,
    /// The number of items.
    pub count: u64,
}

/// Programs of one kind.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct TracedSource {
    /// Their kind: `doctests`, `tests`, `examples`, or `bin` with a name.
    pub source: String,
    /// Programs that ran.
    pub programs: u64,
    /// Tests in them.
    pub tests: u64,
    /// Calls that they logged.
    pub calls: u64,
    /// Seconds of their runs, builds apart.
    pub seconds: f64,
    /// Programs and tests that were not traced, or not to their end, with reasons.
    pub not_traced: Vec<SkippedItem>,
}

/// The model of a type.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct LearnedType {
    /// The type, with paths and parameters.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Objects whose histories were used.
    pub objects: u64,
    /// States.
    pub states: u64,
    /// Steps between states.
    pub steps: u64,
    /// Different tuples of values that were passed.
    pub inputs: u64,
    /// Its picture, unless the type was not asked for.
    pub picture: Option<PathBuf>,
}

impl LearnDetails {
    /// An example.
    #[cfg(any(test, feature = "examples"))]
    pub fn example() -> Self {
        let reason = |reason: &str, count| ReasonCount { reason: reason.to_owned(), count };
        let source = |source: &str, programs, tests, calls| TracedSource {
            source: source.to_owned(),
            programs,
            tests,
            calls,
            ..TracedSource::default()
        };
        let late =
            SkippedItem { item: "slow".to_owned(), reason: "ended after its time".to_owned() };
        Self {
            traced: 72,
            not_traced: vec![reason("called in a constant", 2)],
            sources: vec![
                source("doctests", 3, 3, 120),
                TracedSource { not_traced: vec![late], ..source("tests", 2, 41, 24_419) },
            ],
            calls: 24_539,
            functions_called: 60,
            refused_calls: 0,
            models: vec![LearnedType {
                type_name: "hound::write::WavWriter<alloc::vec::Vec<u8>>".to_owned(),
                objects: 40,
                states: 10,
                steps: 18,
                inputs: 719,
                picture: Some("models/WavWriter.svg".into()),
            }],
            plain_types: 6,
            model_file: Some("model.json".into()),
            ..Self::default()
        }
    }
}
