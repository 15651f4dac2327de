//! The result of a replay: one finding, and whether its test still fails.

use serde::Serialize;

use super::Finding;

/// A finding that was run again.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReplayResult {
    /// The version of the report's format.
    pub format_version: u32,
    /// The subcommand.
    pub command: &'static str,
    /// The finding as it was reported.
    pub finding: Finding,
    /// True if its test still fails.
    pub fails: bool,
    /// The end of the test, in words.
    pub message: String,
}

impl ReplayResult {
    /// The replay as one JSON document, with a line break at its end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data has a JSON form");
        text.push('\n');
        gadfly_wire::visible_json(&text)
    }
}
