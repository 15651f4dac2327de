//! The processes that search at the same time, and what each has to do.

use std::path::{Path, PathBuf};

use gadfly_wire::RunConfig;

/// How many there are at most, however many cores: each holds what it has kept, up to some hundred megabytes.
const MOST: usize = 4;

/// What each may hold with its snapshots, more or less.
const EACH: u64 = 4 << 30;

/// A directory of its own and orders for each. All search the same; only their seeds differ, and the first has the one that was
/// asked for. Where a number of calls was asked for, the same must come out on however many cores: that takes one process.
pub(crate) fn processes(
    directory: &Path,
    calls: Option<u64>,
    jobs: usize,
    memory: Option<u64>,
    orders: RunConfig,
) -> Vec<(PathBuf, RunConfig)> {
    let fit = memory.map_or(MOST, |bytes| usize::try_from(bytes / EACH).unwrap_or(MOST));
    let count = if calls.is_some() { 1 } else { jobs.min(fit).clamp(1, MOST) };
    (0..count as u64)
        .map(|number| {
            let name = if number == 0 { "run".to_owned() } else { format!("run-{number}") };
            let seed = orders.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (directory.join(name), RunConfig { seed, ..orders.clone() })
        })
        .collect()
}

/// Available memory in bytes, if the system reports it.
pub(crate) fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().split(' ').next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_process_has_a_seed_and_a_directory_of_its_own() {
        let orders = RunConfig { seed: 7, ..RunConfig::default() };
        let made = |calls, jobs| processes(Path::new("k"), calls, jobs, None, orders.clone());
        let three = made(None, 3);
        assert_eq!((three[0].0.as_path(), three[0].1.seed), (Path::new("k/run"), 7));
        let directories: BTreeSet<&PathBuf> = three.iter().map(|(path, _)| path).collect();
        let seeds: BTreeSet<u64> = three.iter().map(|(_, orders)| orders.seed).collect();
        assert_eq!((directories.len(), seeds.len()), (3, 3));
        assert_eq!(made(Some(1000), 3), three[..1]);
        assert_eq!(made(None, 64).len(), MOST);
        let with = |memory| processes(Path::new("k"), None, 3, Some(memory), orders.clone()).len();
        assert_eq!((with(9 << 30), with(1 << 30), with(u64::MAX)), (2, 1, 3));
    }
}
