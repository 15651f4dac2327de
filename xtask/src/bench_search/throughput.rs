//! `cargo xtask bench throughput`: calls per second of the whole loop, oracles on.

use std::path::Path;

use super::orders::Orders;
use super::report::{command, explore};
use crate::bench_api::fetch::{Release, sources};
use crate::run::note;

/// A crate, its version and how many calls per second there must be.
const SUBJECTS: [(&str, &str, f64); 3] = [
    ("semver", "1.0.28", 300_000.0),
    ("smallvec", "1.16.4", 100_000.0),
    ("num-rational", "0.4.2", 0.0),
];

/// Measures every crate that was asked for.
pub(super) fn run(root: &Path, orders: &Orders) -> Result<(), String> {
    let mut missed = 0;
    for (name, version, target) in SUBJECTS.into_iter().filter(|(name, ..)| orders.wants(&[name])) {
        let release = Release { name, version, checksum: None };
        let crate_ = sources(&root.join("target/bench-search"), release)?;
        // One core, so that machines can be compared.
        let more = ["--no-tests", "--jobs", "1", "--time", orders.time_or("20s")];
        let report = explore(&command(root), &crate_, &more)?;
        let speed = report.calls_per_second;
        let mark = if speed < target { "✗ " } else { "" };
        let edges = report.coverage.unwrap_or_default();
        note(&format!(
            "{name} {version}: {mark}{speed:.0} calls/s (≥{target:.0}), {} calls, {} of {} edges",
            report.calls, edges.subject_edges_hit, edges.subject_edges
        ));
        missed += usize::from(speed < target);
    }
    if missed == 0 { Ok(()) } else { Err(format!("{missed} crates are too slow")) }
}
