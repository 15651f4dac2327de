//! One run of `explore`, and what its report says.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::run::output;

/// The parts of a report that are measured.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SearchReport {
    pub(super) calls: u64,
    pub(super) calls_per_second: f64,
    pub(super) calls_by_minute: Vec<u64>,
    pub(super) coverage: Option<EdgeRow>,
    pub(super) findings: Vec<ReportedFinding>,
    pub(super) minimised: Option<SequenceLengths>,
}

/// The lengths of failing sequences when they were found, and of their tests.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SequenceLengths {
    pub(super) mean_calls_before: f64,
    pub(super) mean_calls_after: f64,
}

impl SequenceLengths {
    /// The mean of several.
    pub(super) fn mean(all: &[SequenceLengths]) -> SequenceLengths {
        let count = all.len().max(1) as f64;
        let mean = |of: fn(&SequenceLengths) -> f64| all.iter().map(of).sum::<f64>() / count;
        SequenceLengths {
            mean_calls_before: mean(|it| it.mean_calls_before),
            mean_calls_after: mean(|it| it.mean_calls_after),
        }
    }

    /// In words.
    pub(super) fn line(&self) -> String {
        format!("{:.1} calls made {:.1}", self.mean_calls_before, self.mean_calls_after)
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct EdgeRow {
    pub(super) subject_edges_hit: u64,
    pub(super) subject_edges: u64,
}

/// A finding.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub(super) struct ReportedFinding {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) class: String,
    pub(super) rule: Option<String>,
    pub(super) overruled: Option<String>,
    pub(super) item: String,
    pub(super) law: Option<String>,
    pub(super) message: String,
    pub(super) location: Option<String>,
    pub(super) calls: u64,
}

impl ReportedFinding {
    /// The finding on one line.
    pub(super) fn line(&self) -> String {
        let place = self.location.as_deref().unwrap_or("-");
        let law = self.law.as_deref().map(|law| format!(" {law}")).unwrap_or_default();
        let message: String = self.message.split_whitespace().collect::<Vec<_>>().join(" ");
        let message: String = message.chars().take(80).collect();
        format!("{}{law} {} at {place}: {message}", self.kind, self.item)
    }
}

/// Findings that each rule decided, by class: the rules with the most first.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleCounts {
    counts: BTreeMap<(String, String), usize>,
}

impl RuleCounts {
    /// Counts the findings of a report. What a person's settings overrule counts for the overruled rule.
    pub(super) fn add(&mut self, report: &SearchReport) {
        for finding in &report.findings {
            let rule = finding.overruled.as_ref().or(finding.rule.as_ref());
            let rule = rule.map_or("(none)", String::as_str);
            *self.counts.entry((rule.to_owned(), finding.class.clone())).or_default() += 1;
        }
    }

    /// One line per rule and class.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut counts: Vec<_> = self.counts.iter().collect();
        counts
            .sort_by_key(|((rule, class), count)| (Reverse(**count), rule.clone(), class.clone()));
        let line = |((rule, class), count): (&(String, String), &usize)| {
            format!("{count:>6}  {class:<12}  {rule}")
        };
        counts.into_iter().map(line).collect()
    }
}

impl SearchReport {
    /// The number of findings of class bug.
    pub(super) fn bugs(&self) -> usize {
        self.findings.iter().filter(|finding| finding.class == "bug").count()
    }
}

/// Runs the command on a crate. Whose fault a finding is, is settled with its test.
pub(super) fn explore(
    command: &Path,
    sources: &Path,
    more: &[&str],
) -> Result<SearchReport, String> {
    let path = sources.to_string_lossy().into_owned();
    let mut arguments = vec!["explore", &path, "--format", "json", "--seed", "0"];
    arguments.extend(more);
    let text = output(command, &arguments, sources)?;
    serde_json::from_str(&text).map_err(|error| format!("no report: {error}"))
}

/// The command that was built.
pub(super) fn command(root: &Path) -> PathBuf {
    let name = format!("cargo-gadfly{}", std::env::consts::EXE_SUFFIX);
    root.join("target/release").join(name)
}

#[cfg(test)]
mod tests {
    use super::{ReportedFinding, RuleCounts, SearchReport, SequenceLengths};

    #[test]
    fn findings_are_counted_by_rule_and_class() {
        let finding = |rule: Option<&str>, overruled: Option<&str>| ReportedFinding {
            class: "bug".to_owned(),
            rule: rule.map(str::to_owned),
            overruled: overruled.map(str::to_owned),
            ..ReportedFinding::default()
        };
        let findings = vec![
            finding(None, None),
            finding(Some("hang"), None),
            finding(Some("policy"), Some("hang")),
        ];
        let mut counts = RuleCounts::default();
        counts.add(&SearchReport { findings, ..SearchReport::default() });
        assert_eq!(counts.lines(), ["     2  bug           hang", "     1  bug           (none)"]);
    }

    #[test]
    fn lengths_of_several_crates_are_averaged() {
        let of =
            |before, after| SequenceLengths { mean_calls_before: before, mean_calls_after: after };
        let mean = SequenceLengths::mean(&[of(42.0, 5.0), of(10.0, 3.0)]);
        assert_eq!(mean.line(), "26.0 calls made 4.0");
    }
}
