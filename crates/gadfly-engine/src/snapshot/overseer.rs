//! The overseer: watches a search from the process that waits for it.
//!
//! The watchdog inside the searching process needs its signal and its timer, which the subject can block, replace or stop
//! together with the process. The waiting process sees the same ticks and needs neither. It leaves the watchdog the first
//! word, and looks only at its own child, and only while that is the one that searches. A child that was stopped is ended at
//! once: nothing would ever continue it.

use crate::snapshot::journal::Journal;
use crate::sys::{self, ProcessEnd};
use std::sync::atomic::Ordering::Relaxed;

/// The time between two looks.
const EVERY_MS: u32 = 200;
/// The time after which the watchdog should have acted.
const GRACE_MS: u64 = 500;
/// The time that work of the engine's own may take beyond that.
const PAUSE_MS: u64 = 60_000;
/// Looks without progress; a process that gets no time itself makes few.
const LOOKS: u32 = 4;

/// Waits for a child and ends it when it is stuck: a call may wait for twice `idle_ms`, as for the watchdog. The journal says
/// that it hung then.
pub(crate) fn wait(journal: Journal, pid: i32, idle_ms: u32) -> Option<ProcessEnd> {
    let limit = u64::from(idle_ms) * 2 + GRACE_MS;
    let (mut progress, mut pause) = (TickWatch::new(limit), TickWatch::new(limit + PAUSE_MS));
    sys::wait(pid, EVERY_MS, &mut |is_stopped| {
        let searches = journal.searcher.load(Relaxed) == pid as u32;
        let is_paused = journal.paused.load(Relaxed) != 0;
        let (ticks, now) = (journal.ticks.load(Relaxed), sys::now_nanos() / 1_000_000);
        let is_late = progress.is_missing(searches && !is_paused, ticks, now);
        let is_stuck = is_stopped || pause.is_missing(searches, ticks, now) || is_late;
        if is_stuck {
            journal.hung.store(1, Relaxed);
        }
        is_stuck
    })
}

/// The time of the last progress.
#[derive(Debug)]
struct TickWatch {
    limit_ms: u64,
    ticks: Option<u64>,
    since: u64,
    looks: u32,
}

impl TickWatch {
    fn new(limit_ms: u64) -> Self {
        Self { limit_ms, ticks: None, since: 0, looks: 0 }
    }

    fn is_missing(&mut self, searches: bool, ticks: u64, now: u64) -> bool {
        if !searches || self.ticks != Some(ticks) {
            *self =
                Self { ticks: searches.then_some(ticks), since: now, ..Self::new(self.limit_ms) };
            return false;
        }
        self.looks += 1;
        self.looks >= LOOKS && now.saturating_sub(self.since) >= self.limit_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_without_progress_are_stuck_after_the_limit() {
        let mut progress = TickWatch::new(1000);
        assert!(!progress.is_missing(true, 7, 0));
        assert!(!progress.is_missing(true, 7, 5000), "a first look is not enough");
        assert!(!progress.is_missing(true, 8, 5200), "something happened");
        for now in [5400, 5600, 5800] {
            assert!(!progress.is_missing(true, 8, now));
        }
        assert!(!progress.is_missing(true, 8, 6000), "too soon");
        assert!(progress.is_missing(true, 8, 6200));
        assert!(!progress.is_missing(false, 8, 9000), "another process searches");
        assert!(!progress.is_missing(true, 8, 9100), "and time starts anew");
    }
}
