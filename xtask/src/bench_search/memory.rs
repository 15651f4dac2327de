//! `cargo xtask bench memory`: whether a long run stays small and fast.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::orders::Orders;
use super::report::{command, explore};
use crate::bench_api::fetch::{Release, sources};
use crate::run::note;

/// The most memory that one process of the search may hold, in kilobytes.
const MOST: u64 = 1 << 20;

/// Runs ten minutes on a large crate.
pub(super) fn run(root: &Path, orders: &Orders) -> Result<(), String> {
    let release = Release { name: "petgraph", version: "0.8.3", checksum: None };
    let crate_ = sources(&root.join("target/bench-search"), release)?;
    let (over, most, all) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) {
                let held = harnesses();
                most.fetch_max(held.largest, Relaxed);
                all.fetch_max(held.together, Relaxed);
                std::thread::sleep(std::time::Duration::from_millis(500));
            }
        });
        let report =
            explore(&command(root), &crate_, &["--no-tests", "--time", orders.time_or("10m")]);
        over.store(true, Relaxed);
        report
    })?;
    let minutes = &report.calls_by_minute;
    for (minute, calls) in (1..).zip(minutes) {
        note(&format!("minute {minute}: {} calls/s", calls / 60));
    }
    let (most, all) = (most.into_inner(), all.into_inner());
    note(&format!(
        "the largest process held {} MiB, all of them together {} MiB",
        most >> 10,
        all >> 10
    ));
    let slow = match (minutes.get(1), minutes.last()) {
        (Some(second), Some(last)) => last * 2 < *second,
        _ => false,
    };
    match (most > MOST, slow) {
        (false, false) => Ok(()),
        (true, _) => Err("it holds too much memory".to_owned()),
        (_, true) => Err("it gets slower and slower".to_owned()),
    }
}

/// The memory of the running harnesses, in kilobytes; zero where it is unknown.
struct Held {
    /// The resident memory of the largest.
    largest: u64,
    /// All of them, what they share counted once.
    together: u64,
}

fn harnesses() -> Held {
    let mut held = Held { largest: 0, together: 0 };
    let Ok(entries) = std::fs::read_dir("/proc") else { return held };
    for entry in entries.filter_map(Result::ok) {
        let program = std::fs::read_link(entry.path().join("exe"));
        if !program.is_ok_and(|program| program.ends_with("petgraph/harness")) {
            continue;
        }
        let Ok(summary) = std::fs::read_to_string(entry.path().join("smaps_rollup")) else {
            continue;
        };
        held.largest = held.largest.max(kilobytes(&summary, "Rss:").unwrap_or(0));
        held.together += kilobytes(&summary, "Pss:").unwrap_or(0);
    }
    held
}

/// The number on the line that begins so.
fn kilobytes(summary: &str, name: &str) -> Option<u64> {
    let line = summary.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::kilobytes;

    #[test]
    fn memory_is_found_by_its_name() {
        let summary =
            "5500-7fff ---p 0 00:00 0 [rollup]\nRss:            5012 kB\nPss:             801 kB\n";
        assert_eq!(kilobytes(summary, "Rss:"), Some(5012));
        assert_eq!(kilobytes(summary, "Pss:"), Some(801));
        assert_eq!(kilobytes(summary, "Swap:"), None);
    }
}
