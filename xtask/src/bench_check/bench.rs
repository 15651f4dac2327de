//! The benchmark: every subject, then the peers.

use std::path::Path;

use serde_json::Value;

use super::peers;
use super::subject::{self, Subject};
use crate::run::{cargo, note};

/// The usage message.
const USAGE: &str = "\
Usage: cargo xtask bench check [--only NAME[,NAME]]

  Properties of benches/check.toml, which must fail in one version and hold in another; then the
  same properties with generators written by hand, side by side (`--only peers` for these alone).";

/// Runs it.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let only: Vec<&str> = match arguments {
        [] => Vec::new(),
        [flag, names] if flag == "--only" => names.split(',').collect(),
        _ => return Err(USAGE.to_owned()),
    };
    let wants = |name: &str| only.is_empty() || only.contains(&name);
    cargo(&["build", "--release", "--package", "cargo-gadfly"], &[])?;
    let text = std::fs::read_to_string(root.join("benches/check.toml"))
        .map_err(|error| format!("failed to read benches/check.toml: {error}"))?;
    let mut wrong = Vec::new();
    let mut table = String::new();
    for subject in subject::parse(&text)?.iter().filter(|subject| wants(&subject.name)) {
        for (version, is_bad) in subject.versions() {
            let checked = subject.check(root, version);
            let lines = match &checked {
                Ok(report) => lines(subject, version, is_bad, report, &mut wrong),
                Err(message) => {
                    wrong.push(format!("{} {version}: no report", subject.name));
                    let first = message.lines().find(|line| line.starts_with("error"));
                    format!("{} {version}: {}\n", subject.name, first.unwrap_or(message))
                }
            };
            note(lines.trim_end());
            table.push_str(&lines);
        }
    }
    note(&format!("\n{table}"));
    if wants("peers") {
        wrong.extend(peers::run(root)?);
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The result of each property, a line each.
fn lines(
    subject: &Subject,
    version: &str,
    is_bad: bool,
    report: &Value,
    wrong: &mut Vec<String>,
) -> String {
    let mut lines = String::new();
    let properties = report["check"]["properties"].as_array().cloned().unwrap_or_default();
    for property in &properties {
        let path = property["property"].as_str().unwrap_or_default();
        let name = path.rsplit("::").next().unwrap_or_default();
        let verdict = property["verdict"].as_str().unwrap_or_default();
        let must_fail = is_bad && subject.finds.iter().any(|found| found == name);
        let is_right = if must_fail { verdict == "failed" } else { verdict == "ok" };
        if !is_right {
            wrong.push(format!("{} {version}: {name} is {verdict}", subject.name));
        }
        let shown = report["findings"].as_array().into_iter().flatten();
        let calls = shown
            .filter(|finding| finding["item"] == property["property"])
            .filter_map(|finding| finding["calls"].as_u64())
            .min();
        let row = subject.row.map_or(String::new(), |row| row.to_string());
        lines.push_str(&format!(
            "{row:>3} {:<20} {name:<44} {verdict:<7} {:>6} cases, {:>5} failed{}\n",
            format!("{} {version}", subject.name),
            property["cases"].as_u64().unwrap_or(0),
            property["failed"].as_u64().unwrap_or(0),
            calls.map_or(String::new(), |calls| format!(", smallest {calls} calls")),
        ));
    }
    let seconds = &report["seconds"];
    let second = |stage: &str| seconds[stage].as_f64().unwrap_or(0.0);
    lines.push_str(&format!(
        "    {:<20} {:.0} s of builds, {:.2} s of search, {:.0} cases/s\n",
        "",
        second("introspect") + second("check") + second("build"),
        second("search"),
        report["check"]["cases_per_second"].as_f64().unwrap_or(0.0),
    ));
    lines
}
