//! `cargo xtask bench precision`: what is called a bug in crates that have few, for a person to judge, and how often each
//! rule of triage decides there.

use std::path::Path;

use super::orders::SearchOptions;
use super::report::{RuleCounts, command, explore};
use crate::bench_api::fetch::{Release, sources};
use crate::run::note;

/// More findings of class bug than this in a crate, and a person would reject some.
const MOST: usize = 3;

const SUBJECTS: [(&str, &str); 8] = [
    ("semver", "1.0.28"),
    ("smallvec", "1.16.4"),
    ("indexmap", "2.14.2"),
    ("fixedbitset", "0.5.7"),
    ("bit-set", "0.8.0"),
    ("itoa", "1.0.18"),
    ("either", "1.15.0"),
    ("arrayvec", "0.7.6"),
];

/// Runs every crate that was asked for and prints its findings of class bug.
pub(super) fn run(root: &Path, orders: &SearchOptions) -> Result<(), String> {
    let mut suspicious = 0;
    let mut rules = RuleCounts::default();
    for (name, version) in SUBJECTS.into_iter().filter(|(name, _)| orders.wants(&[name])) {
        let release = Release { name, version, checksum: None };
        let crate_ = sources(&root.join("target/bench-search"), release)?;
        let report =
            explore(&command(root), &crate_, &["--no-write", "--time", orders.time_or("60s")])?;
        let bugs = report.bugs();
        rules.add(&report);
        let mark = if bugs > MOST { "✗ " } else { "" };
        let length = report.minimised.map_or(String::new(), |it| format!(", {}", it.line()));
        note(&format!(
            "{name} {version}: {mark}{bugs} of class bug (≤{MOST} may be wrong){length}"
        ));
        for finding in report.findings.iter().filter(|finding| finding.class == "bug") {
            note(&format!("    {}", finding.line()));
        }
        suspicious += usize::from(bugs > MOST);
    }
    note("Findings by rule:");
    rules.lines().iter().for_each(|line| note(line));
    if suspicious == 0 { Ok(()) } else { Err(format!("{suspicious} crates have many")) }
}
