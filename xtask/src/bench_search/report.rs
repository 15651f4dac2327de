//! One run of `explore`, and what its report says.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::run::output;

/// The parts of a report that are measured.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Report {
    pub(super) calls: u64,
    pub(super) calls_per_second: f64,
    pub(super) calls_by_minute: Vec<u64>,
    pub(super) coverage: Option<Coverage>,
    pub(super) findings: Vec<Finding>,
    pub(super) minimised: Option<Minimised>,
}

/// The lengths of failing sequences when they were found, and of their tests.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Minimised {
    pub(super) mean_calls_before: f64,
    pub(super) mean_calls_after: f64,
}

impl Minimised {
    /// The mean of several.
    pub(super) fn mean(all: &[Minimised]) -> Minimised {
        let count = all.len().max(1) as f64;
        let mean = |of: fn(&Minimised) -> f64| all.iter().map(of).sum::<f64>() / count;
        Minimised {
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
pub(super) struct Coverage {
    pub(super) subject_edges_hit: u64,
    pub(super) subject_edges: u64,
}

/// A finding.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(default)]
pub(super) struct Finding {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) class: String,
    pub(super) item: String,
    pub(super) law: Option<String>,
    pub(super) message: String,
    pub(super) location: Option<String>,
    pub(super) calls: u64,
}

impl Finding {
    /// The finding on one line.
    pub(super) fn line(&self) -> String {
        let place = self.location.as_deref().unwrap_or("-");
        let law = self.law.as_deref().map(|law| format!(" {law}")).unwrap_or_default();
        let message: String = self.message.split_whitespace().collect::<Vec<_>>().join(" ");
        let message: String = message.chars().take(80).collect();
        format!("{}{law} {} at {place}: {message}", self.kind, self.item)
    }
}

impl Report {
    /// The number of findings of class bug.
    pub(super) fn bugs(&self) -> usize {
        self.findings.iter().filter(|finding| finding.class == "bug").count()
    }
}

/// Runs the command on a crate. Whose fault a finding is, is settled with its test.
pub(super) fn explore(command: &Path, sources: &Path, more: &[&str]) -> Result<Report, String> {
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
    use super::Minimised;

    #[test]
    fn lengths_of_several_crates_are_averaged() {
        let of = |before, after| Minimised { mean_calls_before: before, mean_calls_after: after };
        let mean = Minimised::mean(&[of(42.0, 5.0), of(10.0, 3.0)]);
        assert_eq!(mean.line(), "26.0 calls made 4.0");
    }
}
