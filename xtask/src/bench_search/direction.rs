//! `cargo xtask bench direction`: what the directed search finds against the baselines, in equal numbers of calls.

use std::path::{Path, PathBuf};

use super::orders::Orders;
use super::report::{command, explore};
use crate::bench_api::fetch::{Release, sources};
use crate::run::tell;

const CALLS: &str = "1000000";
const DIRECTIONS: [&str; 5] = ["directed", "undirected", "bottom-up", "random-walk", "top-down"];
const FIXTURES: [&str; 3] = ["plain", "generics", "borrows"];
const CRATES: [(&str, &str); 3] =
    [("slotmap", "1.1.1"), ("bytes", "1.11.1"), ("rangemap", "1.8.0")];

/// Counts distinct findings of every strategy on every subject.
pub(super) fn run(root: &Path, orders: &Orders) -> Result<(), String> {
    let folder = root.join("target/bench-search");
    let mut subjects: Vec<(String, PathBuf)> = Vec::new();
    for name in FIXTURES.into_iter().filter(|name| orders.wants(&[name])) {
        subjects.push((name.to_owned(), root.join("fixtures").join(name)));
    }
    for (name, version) in CRATES.into_iter().filter(|(name, _)| orders.wants(&[name])) {
        let release = Release { name, version, checksum: None };
        subjects.push((format!("{name} {version}"), sources(&folder, release)?));
    }
    let mut totals = [0_usize; DIRECTIONS.len()];
    tell(&format!("{:<20} findings (edges) after {CALLS} calls: {DIRECTIONS:?}", ""));
    for (name, path) in &subjects {
        let mut line = format!("{name:<20}");
        for (total, direction) in totals.iter_mut().zip(DIRECTIONS) {
            let out = folder.join("direction").join(name.replace(' ', "-"));
            let out = out.to_string_lossy().into_owned();
            let more = ["--no-tests", "--calls", CALLS, "--direction", direction, "--out", &out];
            let report = explore(&command(root), path, &more)?;
            *total += report.findings.len();
            let edges = report.coverage.unwrap_or_default().subject_edges_hit;
            line.push_str(&format!(" {:>5} ({edges})", report.findings.len()));
        }
        tell(&line);
    }
    tell(&format!("{:<20} {totals:?}", "all"));
    let enough = totals[0] >= totals[1] * 3;
    if enough { Ok(()) } else { Err("directed finds less than 3 times as much".to_owned()) }
}
