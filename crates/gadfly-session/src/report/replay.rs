//! The result of a replay: one finding, and whether its test still fails.

use serde::Serialize;

use super::{FORMAT_VERSION, Finding};

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
    /// The program of its test and what it is started with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_line: Option<Vec<String>>,
    /// Everything that the test wrote, with the stack of its failure, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

impl ReplayResult {
    /// The result for a finding, without details of the run.
    pub fn new(finding: Finding, fails: bool, message: String) -> Self {
        let (command_line, output) = (None, None);
        let (format_version, command) = (FORMAT_VERSION, "replay");
        Self { format_version, command, finding, fails, message, command_line, output }
    }

    /// The replay as one JSON document, with a line break at its end.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data has a JSON form");
        text.push('\n');
        gadfly_wire::visible_json(&text)
    }
}
