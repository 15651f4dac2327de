//! `cargo xtask bench direction`: what the directed search finds against the undirected one, and against
//! other baselines, in equal numbers of calls.

use std::path::{Path, PathBuf};

use gadfly_testkit::Project;

use super::orders::Orders;
use super::report::{command, explore};
use crate::bench_api::fetch::{Release, sources};
use crate::run::note;

/// The calls that a search of a large crate makes in about a minute, on one core.
const CALLS: &str = "8000000";
const DIRECTIONS: [&str; 5] = ["directed", "undirected", "bottom-up", "random-walk", "top-down"];
const FIXTURES: [&str; 5] = ["buggy", "depths", "laws-broken", "generics", "borrows"];
const CRATES: [(&str, &str); 3] =
    [("petgraph", "0.8.3"), ("num-bigint", "0.4.2"), ("slotmap", "1.1.1")];

/// Counts distinct findings of every strategy on every subject: those of class bug, which are what is looked for. Strategies
/// that ask for any size at random find many that are none.
pub(super) fn run(root: &Path, orders: &Orders) -> Result<(), String> {
    let folder = root.join("target/bench-search");
    // Copies of fixtures last as long as they are held.
    let mut projects = Vec::new();
    let mut subjects: Vec<(String, PathBuf)> = Vec::new();
    for name in FIXTURES.into_iter().filter(|name| orders.wants(&[name])) {
        let project = Project::of_fixture(name);
        subjects.push((name.to_owned(), project.path().to_owned()));
        projects.push(project);
    }
    for (name, version) in CRATES.into_iter().filter(|(name, _)| orders.wants(&[name])) {
        let release = Release { name, version, checksum: None };
        subjects.push((format!("{name} {version}"), sources(&folder, release)?));
    }
    let calls = orders.calls.as_deref().unwrap_or(CALLS);
    let directions = if orders.all { &DIRECTIONS[..] } else { &DIRECTIONS[..2] };
    let mut totals = vec![0_usize; directions.len()];
    note(&format!("{:<20} bugs, all findings, edges after {calls} calls: {directions:?}", ""));
    for (name, path) in &subjects {
        let mut line = format!("{name:<20}");
        for (total, direction) in totals.iter_mut().zip(directions) {
            let out = folder.join("direction").join(name.replace(' ', "-"));
            // What another strategy has found would be taken up again.
            let _ = std::fs::remove_file(out.join("report.json"));
            let out = out.to_string_lossy().into_owned();
            let more = ["--no-tests", "--calls", calls, "--direction", direction, "--out", &out];
            let report = explore(&command(root), path, &more)?;
            *total += report.bugs();
            let edges = report.coverage.unwrap_or_default().subject_edges_hit;
            line.push_str(&format!(
                "  {:>3} {:>3} {edges:>5}",
                report.bugs(),
                report.findings.len()
            ));
        }
        note(&line);
    }
    note(&format!("{:<20} {totals:?}", "all"));
    let enough = totals[0] >= totals[1] * 3;
    if enough { Ok(()) } else { Err("directed finds less than 3 times as much".to_owned()) }
}
