//! One guarded run of the predicate, and the set-up that all runs of a search share.

use std::ffi::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::escape;

/// The end of a run of the predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// It returned true.
    Valid,
    /// It returned false.
    Invalid,
    /// It panicked.
    Panicked,
    /// It exceeded its budget of reads.
    Spent,
    /// It ran out of stack.
    Overflowed,
    /// It neither ended nor read for a long time.
    Hung,
}

/// The outcome of this number.
#[inline(always)]
pub(super) fn outcome(code: usize) -> RunEnd {
    match code {
        0 => RunEnd::Valid,
        1 => RunEnd::Invalid,
        2 => RunEnd::Panicked,
        3 => RunEnd::Spent,
        4 => RunEnd::Overflowed,
        _ => RunEnd::Hung,
    }
}

/// Payload of the panic that ends a run without budget on platforms without an escape.
pub(super) struct OutOfReads;

/// The set-up of a running search: a panic hook that is silent about the predicate, and signal
/// handlers for stack overflow and hangs.
pub(crate) struct SearchGuard {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    _signals: super::signals::Handlers,
    _hook: QuietHook,
}

impl SearchGuard {
    /// Sets everything up for the current thread.
    pub(crate) fn begin() -> Self {
        SEARCHER.store(thread_mark(), Ordering::Relaxed);
        Self {
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            _signals: super::signals::Handlers::install(),
            _hook: QuietHook::install(),
        }
    }
}

/// A predicate with its argument.
pub(crate) struct PredicateRun<'a, T> {
    /// The predicate.
    pub(crate) predicate: &'a mut dyn FnMut(&T) -> bool,
    /// Its argument.
    pub(crate) argument: &'a T,
}

/// Runs the predicate, and returns even if it panics, loops or exhausts the stack.
#[inline(always)]
pub(crate) fn guarded<T>(mut attempt: PredicateRun<'_, T>) -> RunEnd {
    RUNNING.store(true, Ordering::Relaxed);
    let outcome = escape::call(enter::<T>, std::ptr::from_mut(&mut attempt).cast());
    RUNNING.store(false, Ordering::Relaxed);
    outcome
}

/// Runs inside the guard and catches panics.
extern "C" fn enter<T>(attempt: *mut c_void) -> usize {
    // SAFETY: `guarded` passes its own attempt, which outlives the call and is not used meanwhile.
    let PredicateRun { predicate, argument } =
        unsafe { &mut *attempt.cast::<PredicateRun<'_, T>>() };
    let outcome = match catch_unwind(AssertUnwindSafe(|| predicate(argument))) {
        Ok(true) => RunEnd::Valid,
        Ok(false) => RunEnd::Invalid,
        Err(payload) if payload.is::<OutOfReads>() => RunEnd::Spent,
        Err(payload) => {
            drop(payload);
            RunEnd::Panicked
        }
    };
    outcome as usize
}

/// Ends the current run because its budget of reads is used up.
pub(crate) fn spent() {
    if is_running() && !escape::leave(RunEnd::Spent) && !std::thread::panicking() {
        resume_unwind(Box::new(OutOfReads));
    }
}

/// Returns whether this thread is inside a run of the predicate.
pub(super) fn is_running() -> bool {
    RUNNING.load(Ordering::Relaxed) && SEARCHER.load(Ordering::Relaxed) == thread_mark()
}

/// `true` while a predicate runs.
static RUNNING: AtomicBool = AtomicBool::new(false);
/// A mark of the searching thread.
static SEARCHER: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static MARK: u8 = const { 0 };
}

fn thread_mark() -> usize {
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}

/// The panic hook of the program, silenced for predicates.
struct QuietHook {
    restore: Option<Box<dyn FnOnce()>>,
}

impl QuietHook {
    fn install() -> Self {
        let outer = std::sync::Arc::new(std::panic::take_hook());
        let again = std::sync::Arc::clone(&outer);
        std::panic::set_hook(Box::new(move |info| {
            if !is_running() {
                outer(info);
            }
        }));
        let restore = move || std::panic::set_hook(Box::new(move |info| again(info)));
        Self { restore: Some(Box::new(restore)) }
    }
}

impl Drop for QuietHook {
    fn drop(&mut self) {
        // While panicking the hook cannot be changed; it is only quiet while a predicate runs.
        if let (false, Some(restore)) = (std::thread::panicking(), self.restore.take()) {
            restore();
        }
    }
}
