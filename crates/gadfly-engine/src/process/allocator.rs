//! The budgeted allocator: the system's, with a count of live bytes and a limit.
//!
//! A single request beyond the whole budget is refused, so that `try_reserve` and the like can cope; everything else that
//! exceeds the limit ends the process at once. Never unwinds: code that trusts allocation to abort would break its
//! invariants, and we would blame the subject.

use crate::snapshot::journal::Journal;
use crate::sys;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::OnceLock;

/// Exit code of a process that exceeds its memory limit.
pub const EXIT_OUT_OF_MEMORY: i32 = 77;

/// The allocator.
#[derive(Debug)]
pub struct Budgeted;

/// Bytes allocated minus bytes freed by threads without a count of their own. Wraps around.
static LIVE: AtomicUsize = AtomicUsize::new(0);
/// The same of the one thread that has, the only one that writes it: adding to it takes no locked instruction.
static HERE: AtomicUsize = AtomicUsize::new(0);
/// Bytes that the engine's own work outside the limit has kept.
static OWN: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);
static LARGEST: AtomicUsize = AtomicUsize::new(usize::MAX);
static IS_CLAIMED: AtomicBool = AtomicBool::new(false);
static WATCHED: AtomicBool = AtomicBool::new(false);
static JOURNAL: OnceLock<Journal> = OnceLock::new();

/// Asking for memory takes about as long as filling so many bytes.
const REQUEST: usize = 64;

/// The counts of one thread.
struct Mine {
    /// Every byte that it ever asked for, and [`REQUEST`] for each time that it asked. A measure of work that, unlike time, is
    /// the same in every run; what other threads ask for meanwhile is not.
    spent: Cell<usize>,
    /// True if it is the one with a count of its own.
    is_here: Cell<bool>,
}

thread_local! {
    static MINE: Mine = const { Mine { spent: Cell::new(0), is_here: Cell::new(false) } };
}

#[cfg(feature = "allocator")]
#[global_allocator]
static GLOBAL: Budgeted = Budgeted;

/// Records refusals in the journal from now on.
pub fn report_to(journal: Journal) {
    WATCHED.store(JOURNAL.set(journal).is_ok(), Relaxed);
}

/// Gives this thread a count of its own, if none has one: it is the one that nearly everything is allocated by.
pub fn count_here() {
    if !IS_CLAIMED.swap(true, Relaxed) {
        MINE.with(|mine| mine.is_here.set(true));
    }
}

/// The number of allocated bytes, without those that [`unlimited`] work has kept.
pub fn charged() -> usize {
    live().saturating_sub(OWN.load(Relaxed))
}

/// The total that this thread ever allocated: bytes, and `REQUEST` for each allocation. Wraps around.
pub fn spent() -> usize {
    MINE.with(|mine| mine.spent.get())
}

/// Resets the count of this thread's allocations to an earlier number.
pub fn forget_since(spent: usize) {
    MINE.with(|mine| mine.spent.set(spent));
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
        MINE.with(|mine| mine.grow(layout.size().wrapping_neg()));
        // SAFETY: the caller keeps the trait's contract.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if size > layout.size() {
            if !admit_growth(size, size - layout.size()) {
                return std::ptr::null_mut();
            }
        } else {
            MINE.with(|mine| mine.grow(size.wrapping_sub(layout.size())));
        }
        // SAFETY: the caller keeps the trait's contract.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[inline]
fn live() -> usize {
    LIVE.load(Relaxed).wrapping_add(HERE.load(Relaxed))
}

impl Mine {
    /// Counts so many bytes more, modulo the size of the numbers: how many there are then.
    #[inline]
    fn grow(&self, growth: usize) -> usize {
        if self.is_here.get() {
            let here = HERE.load(Relaxed).wrapping_add(growth);
            HERE.store(here, Relaxed);
            return here.wrapping_add(LIVE.load(Relaxed));
        }
        let live = LIVE.fetch_add(growth, Relaxed).wrapping_add(growth);
        live.wrapping_add(HERE.load(Relaxed))
    }
}

#[inline]
fn admit(size: usize) -> bool {
    admit_growth(size, size)
}

#[inline]
fn admit_growth(size: usize, growth: usize) -> bool {
    if size >= LARGEST.load(Relaxed) {
        refused();
        return false;
    }
    let live = MINE.with(|mine| {
        mine.spent.set(mine.spent.get().wrapping_add(size).wrapping_add(REQUEST));
        mine.grow(growth)
    });
    if live > LIMIT.load(Relaxed) {
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

    fn grow(growth: usize) {
        MINE.with(|mine| mine.grow(growth));
    }

    #[test]
    fn allocations_of_other_threads_are_not_counted() {
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
        grow((1_usize << 20).wrapping_neg());
    }

    #[test]
    fn memory_freed_by_another_thread_is_uncounted() {
        const SIZE: usize = 1 << 40;
        let near = |expected: usize| live().abs_diff(expected) < SIZE / 2;
        let before = live();
        // Another test's thread may have the count of its own, or none.
        count_here();
        grow(SIZE);
        assert!(near(before + SIZE));
        std::thread::scope(|scope| {
            scope.spawn(|| grow(SIZE.wrapping_neg()));
        });
        assert!(near(before));
    }
}
