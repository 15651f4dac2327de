//! `cargo xtask bench memory`: whether a long run stays small and fast.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::orders::Orders;
use super::report::{command, explore};
use crate::bench_api::fetch::{Release, sources};
use crate::run::tell;

/// The most memory that one process of the search may hold, in kilobytes.
const MOST: u64 = 1 << 20;

/// Runs ten minutes on a large crate.
pub(super) fn run(root: &Path, orders: &Orders) -> Result<(), String> {
    let release = Release { name: "petgraph", version: "0.8.3", checksum: None };
    let crate_ = sources(&root.join("target/bench-search"), release)?;
    let (over, most) = (AtomicBool::new(false), AtomicU64::new(0));
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Relaxed) {
                most.fetch_max(largest_harness(), Relaxed);
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
        tell(&format!("minute {minute}: {} calls/s", calls / 60));
    }
    let most = most.into_inner();
    tell(&format!("the largest process held {} MiB", most >> 10));
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

/// The resident memory of the largest harness that runs, in kilobytes; zero where nobody says.
fn largest_harness() -> u64 {
    let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
    entries
        .filter_map(Result::ok)
        .filter(|entry| {
            let program = std::fs::read_link(entry.path().join("exe"));
            program.is_ok_and(|program| program.ends_with("petgraph/harness"))
        })
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("status")).ok())
        .filter_map(|status| resident(&status))
        .max()
        .unwrap_or(0)
}

fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::resident;

    #[test]
    fn the_resident_memory_is_found_among_everything_else() {
        assert_eq!(resident("Name:\tx\nVmRSS:\t   5012 kB\nThreads:\t1\n"), Some(5012));
        assert_eq!(resident("Name:\tx\n"), None);
    }
}
