//! The budgeted allocator: the system's, with a count of live bytes and a limit.
//!
//! A single request beyond the whole budget is refused, so that `try_reserve` and the like can cope; everything else that
//! exceeds the limit ends the process at once. Never unwinds: code that trusts allocation to abort would break its
//! invariants, and we would blame the subject.

use crate::journal::Journal;
use crate::sys;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::OnceLock;

/// What the process exits with when it is over its memory limit.
pub const EXIT_OUT_OF_MEMORY: i32 = 77;

/// The allocator.
#[derive(Debug)]
pub struct Budgeted;

static LIVE: AtomicUsize = AtomicUsize::new(0);
/// What our own work outside the limit has kept.
static OWN: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
static LARGEST: AtomicUsize = AtomicUsize::new(usize::MAX);
static WATCHED: AtomicBool = AtomicBool::new(false);
static JOURNAL: OnceLock<Journal> = OnceLock::new();

/// Asking for memory takes about as long as filling so many bytes.
const REQUEST: usize = 64;

thread_local! {
    /// Every byte that this thread ever asked for, and [`REQUEST`] for each time that it asked. A measure of work that, unlike time, is the same in every run; what
    /// other threads ask for meanwhile is not.
    static SPENT: Cell<usize> = const { Cell::new(0) };
}

#[cfg(feature = "allocator")]
#[global_allocator]
static GLOBAL: Budgeted = Budgeted;

/// Tells the journal about refusals from now on.
pub fn report_to(journal: Journal) {
    WATCHED.store(JOURNAL.set(journal).is_ok(), Relaxed);
}

/// How many bytes are allocated, without what [`unlimited`] work has kept.
pub fn charged() -> usize {
    live().saturating_sub(OWN.load(Relaxed))
}

/// How much this thread ever allocated: bytes, and `REQUEST` for each allocation. Wraps around.
pub fn spent() -> usize {
    SPENT.with(Cell::get)
}

/// Forgets what this thread has allocated since it had spent so much.
pub fn forget_since(spent: usize) {
    SPENT.with(|cell| cell.set(spent));
}

/// Allows this many bytes more than there are now.
pub fn allow(budget: usize) {
    LARGEST.store(budget, Relaxed);
    LIMIT.store(live().saturating_add(budget), Relaxed);
}

/// Does work of our own whose memory must not count.
pub fn unlimited<T>(work: impl FnOnce() -> T) -> T {
    let (largest, limit) = (LARGEST.load(Relaxed), LIMIT.load(Relaxed));
    let before = live();
    allow_everything();
    let result = work();
    let kept = live().saturating_sub(before);
    OWN.fetch_add(kept, Relaxed);
    LARGEST.store(largest, Relaxed);
    LIMIT.store(limit.saturating_add(kept), Relaxed);
    result
}

/// Lifts the limit.
pub fn allow_everything() {
    LARGEST.store(usize::MAX, Relaxed);
    LIMIT.store(usize::MAX, Relaxed);
}

// SAFETY: every request is passed to the system's allocator unchanged, or refused, or the process ends.
unsafe impl GlobalAlloc for Budgeted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !admit(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the trait's contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !admit(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the trait's contract.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the trait's contract.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size > layout.size() {
            if !admit_growth(size, size - layout.size()) {
                return std::ptr::null_mut();
            }
        } else {
            LIVE.fetch_sub(layout.size() - size, Relaxed);
        }
        // SAFETY: the caller keeps the trait's contract.
        unsafe { System.realloc(place, layout, size) }
    }
}

fn live() -> usize {
    LIVE.load(Relaxed)
}

fn admit(size: usize) -> bool {
    admit_growth(size, size)
}

fn admit_growth(size: usize, growth: usize) -> bool {
    if size >= LARGEST.load(Relaxed) {
        refused();
        return false;
    }
    SPENT.with(|spent| spent.set(spent.get().wrapping_add(size).wrapping_add(REQUEST)));
    if LIVE.fetch_add(growth, Relaxed).saturating_add(growth) > LIMIT.load(Relaxed) {
        refused();
        sys::exit_at_once(EXIT_OUT_OF_MEMORY);
    }
    true
}

#[cold]
fn refused() {
    if WATCHED.load(Relaxed) {
        if let Some(journal) = JOURNAL.get() {
            journal.note_refusal();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_threads_allocate_is_not_counted() {
        let before = spent();
        let elsewhere = std::thread::scope(|scope| {
            let busy = || {
                let before = spent();
                assert!(admit(1 << 20));
                spent().wrapping_sub(before)
            };
            scope.spawn(busy).join().expect("the thread ends")
        });
        assert_eq!(elsewhere, (1 << 20) + REQUEST);
        assert!(spent().wrapping_sub(before) < 1 << 20);
        LIVE.fetch_sub(1 << 20, Relaxed);
    }
}
