//! The key `exhaust` of `report.json`.

use serde::{Deserialize, Serialize};

use super::{FailingCase, UnknownKeys};

/// Counts of an exhaustive search.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct ExhaustDetails {
    /// The use that was made of valid inputs: `check`, `count`, `show` or `draw`.
    pub mode: String,
    /// The part of the space that was searched, as `1/4`, if not all of it.
    pub shard: Option<String>,
    /// Candidates.
    pub explored: u64,
    /// Valid inputs.
    pub valid: u64,
    /// Valid inputs that failed.
    pub failures: u64,
    /// Candidates per second of the search.
    pub candidates_per_second: f64,
    /// True if every candidate of every function was tried.
    pub complete: bool,
    /// One entry per function, in the order of their paths.
    pub functions: Vec<SearchedFunction>,
    /// All other keys.
    #[serde(flatten)]
    pub unknown: UnknownKeys,
}

/// Counts of one function.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct SearchedFunction {
    /// Its path.
    pub function: String,
    /// Its file and line.
    pub location: String,
    /// Its bounds.
    pub bounds: String,
    /// Candidates.
    pub explored: u64,
    /// Valid inputs.
    pub valid: u64,
    /// Valid inputs that failed.
    pub failures: u64,
    /// Predicate runs that panicked.
    pub panicked: u64,
    /// Predicate runs that were cut off after too many reads.
    pub cut: u64,
    /// Predicate runs that exhausted the stack.
    pub overflowed: u64,
    /// Predicate runs that did not end.
    pub hung: u64,
    /// Accepted structures that no program can hold.
    pub unowned: u64,
    /// Predicate runs that were audited.
    pub audited: u64,
    /// Those among them that executed code for the first time.
    pub audited_for_code: u64,
    /// Those among them that called precompiled code.
    pub audited_for_calls: u64,
    /// Predicate runs in which an untraced read would not have been noticed.
    pub unaudited: u64,
    /// The causes of that.
    pub unaudited_causes: Vec<String>,
    /// Fields that the predicate accepts unread.
    pub unread: Vec<String>,
    /// Seconds of its search.
    pub seconds: f64,
    /// True if every candidate was tried.
    pub complete: bool,
    /// The reason for not searching it, if the bounds or the predicate are wrong.
    pub error: Option<String>,
    /// The smallest failing input.
    pub input: Option<String>,
    /// The page with drawings, if there is one.
    pub picture: Option<String>,
    /// The smallest failing input with its test; not written to `report.json`.
    #[serde(skip)]
    pub case: Option<FailingCase>,
}
