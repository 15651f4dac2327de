//! The code that runs of the predicate have executed. In traced builds every block of the program has
//! a guard, a number that is 0 until a run has come there.

use std::cell::UnsafeCell;

/// The most blocks that one run can reach for the first time; the others wait for a later run.
const ROOM: usize = 1 << 14;
/// The value of no guard: outside of a run nothing is new.
const OFF: u32 = u32::MAX;

struct Reached {
    /// The value of guards that are reported: 0 during a run.
    unseen: u32,
    /// Guards that the current run has passed first.
    fresh: [*mut u32; ROOM],
    count: usize,
    /// All guards of the program, and their end.
    guards: (*mut u32, *mut u32),
}

struct Shared(UnsafeCell<Reached>);

// SAFETY: only written by the searching thread; blocks that another thread passes during a run are
// reported to the same place, which a lock keeps to one search at a time. The worst outcome of a race
// is a block that is reported twice or by a run that did not reach it.
unsafe impl Sync for Shared {}

static REACHED: Shared = Shared(UnsafeCell::new(Reached {
    unseen: OFF,
    fresh: [std::ptr::null_mut(); ROOM],
    count: 0,
    guards: (std::ptr::null_mut(), std::ptr::null_mut()),
}));

/// Begins a run.
#[inline(always)]
pub(crate) fn arm() {
    // SAFETY: see `Shared`.
    unsafe { (*REACHED.0.get()).unseen = 0 };
}

/// Ends a run.
#[inline(always)]
pub(crate) fn disarm() {
    // SAFETY: see `Shared`.
    unsafe { (*REACHED.0.get()).unseen = OFF };
}

/// Returns whether the last run has executed code that no audited run has.
#[inline(always)]
pub(crate) fn has_new_code() -> bool {
    // SAFETY: see `Shared`.
    unsafe { (*REACHED.0.get()).count != 0 }
}

/// The new code has been audited.
pub(crate) fn keep() {
    // SAFETY: see `Shared`.
    unsafe { (*REACHED.0.get()).count = 0 };
}

/// The new code has not been audited, and is new for a later run as well.
pub(crate) fn forget() {
    // SAFETY: see `Shared`; the guards are numbers of the program that live as long as it does.
    unsafe {
        let reached = REACHED.0.get();
        for index in 0..(*reached).count {
            *(*reached).fresh[index] = 0;
        }
        (*reached).count = 0;
    }
}

/// Makes all code new, for another search.
pub(crate) fn restart() {
    // SAFETY: see `Shared`; the range is that of the program's guards, or empty.
    unsafe {
        let reached = REACHED.0.get();
        (*reached).count = 0;
        let (first, end) = (*reached).guards;
        let mut guard = first;
        while guard < end {
            *guard = 0;
            guard = guard.add(1);
        }
    }
}

/// Records the guards of the program.
#[cfg(gadfly_traced)]
pub(crate) fn register(first: *mut u32, end: *mut u32) {
    // SAFETY: see `Shared`; called before the program starts.
    unsafe { (*REACHED.0.get()).guards = (first, end) };
}

/// A block with this guard is executed.
///
/// # Safety
/// `guard` is a number that lives as long as the program.
#[cfg_attr(not(any(gadfly_traced, test)), expect(dead_code, reason = "traced builds call it"))]
#[inline(always)]
pub(crate) unsafe fn reach(guard: *mut u32) {
    // SAFETY: see `Shared`; the caller's promise.
    unsafe {
        if *guard == (*REACHED.0.get()).unseen {
            first(guard);
        }
    }
}

#[cold]
#[inline(never)]
#[cfg_attr(gadfly_traced, export_name = "__asan_gadfly_first")]
unsafe fn first(guard: *mut u32) {
    // SAFETY: see `Shared`; the caller's promise.
    unsafe {
        let reached = REACHED.0.get();
        if (*reached).count < ROOM {
            (*reached).fresh[(*reached).count] = guard;
            (*reached).count += 1;
            *guard = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_new_until_it_was_audited() {
        let guard: &'static mut u32 = Box::leak(Box::new(0));
        let guard = std::ptr::from_mut(guard);
        let pass = || {
            // SAFETY: never freed.
            unsafe { reach(guard) };
            has_new_code()
        };
        assert!(!pass(), "no run");
        arm();
        assert!(pass());
        forget();
        assert!(pass());
        keep();
        assert!(!pass());
        disarm();
    }
}
