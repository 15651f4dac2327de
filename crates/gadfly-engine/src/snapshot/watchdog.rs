//! The watchdog: ends the process when a call does not return.
//!
//! Looks at the journal's ticks from a timer signal, so it needs no thread and survives a fork. Signal handlers may touch
//! atomics only. It cannot see a subject that blocks or takes over the signal: the overseer has the last word.

use crate::snapshot::journal::Journal;
use crate::sys;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::OnceLock;

/// Exit code of a process whose call does not return.
pub const EXIT_HANG: i32 = 99;

static JOURNAL: OnceLock<Journal> = OnceLock::new();
/// The time between two looks; zero while nothing is watched.
static EVERY_MS: AtomicU32 = AtomicU32::new(0);
static LIMIT_MS: AtomicU64 = AtomicU64::new(0);
static LAST_MS: AtomicU64 = AtomicU64::new(0);
static PAUSED: AtomicBool = AtomicBool::new(false);
/// The ticks at the last look, and the clocks when they last moved.
static TICKS: AtomicU64 = AtomicU64::new(0);
static SINCE: AtomicU64 = AtomicU64::new(0);
static CPU_SINCE: AtomicU64 = AtomicU64::new(0);

/// Starts watching this process; a forked child has to do so itself. A call that works may take `busy_ms`; one that only waits
/// gets twice as long as `idle_ms`.
pub fn watch(journal: Journal, busy_ms: u32, idle_ms: u32) {
    let _ = JOURNAL.set(journal);
    journal.searcher.store(sys::own_id() as u32, Relaxed);
    journal.paused.store(0, Relaxed);
    LIMIT_MS.store(u64::from(busy_ms), Relaxed);
    LAST_MS.store(u64::from(idle_ms).saturating_mul(2), Relaxed);
    TICKS.store(u64::MAX, Relaxed);
    let every = (busy_ms / 8).clamp(5, 100);
    EVERY_MS.store(every, Relaxed);
    sys::tick_every(every, look);
}

/// Makes sure that this process is still watched, even if the subject has changed timer or signal.
pub fn rearm() {
    let every = EVERY_MS.load(Relaxed);
    if every > 0 {
        sys::tick_every(every, look);
    }
}

/// Stops watching, in a process that only waits or winds up.
pub fn stop() {
    EVERY_MS.store(0, Relaxed);
    sys::stop_ticks();
}

/// Does slow work of our own that must not count as a hang.
pub fn paused<T>(work: impl FnOnce() -> T) -> T {
    let before = PAUSED.swap(true, Relaxed);
    record_pause(true);
    let result = work();
    PAUSED.store(before, Relaxed);
    record_pause(before);
    result
}

fn record_pause(paused: bool) {
    if let Some(journal) = JOURNAL.get() {
        journal.paused.store(u32::from(paused), Relaxed);
    }
}

extern "C" fn look(_signal: i32) {
    let Some(journal) = JOURNAL.get() else { return };
    let ticks = journal.ticks.load(Relaxed);
    let (now, cpu) = (sys::now_nanos() / 1_000_000, sys::cpu_millis());
    if ticks != TICKS.swap(ticks, Relaxed) || PAUSED.load(Relaxed) {
        SINCE.store(now, Relaxed);
        CPU_SINCE.store(cpu, Relaxed);
        return;
    }
    let limit = LIMIT_MS.load(Relaxed);
    let waited = now.saturating_sub(SINCE.load(Relaxed));
    let worked = cpu.saturating_sub(CPU_SINCE.load(Relaxed));
    // On a busy machine time passes without the process getting any of it; that alone is no hang.
    if waited >= limit && (worked >= limit / 2 || waited >= LAST_MS.load(Relaxed)) {
        journal.hung.store(1, Relaxed);
        sys::exit_at_once(EXIT_HANG);
    }
}
