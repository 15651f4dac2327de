//! One guarded run of the predicate, and the set-up that all runs of a search share.

use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::escape;

/// How a run of the predicate ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It returned true.
    Valid,
    /// It returned false.
    Invalid,
    /// It panicked.
    Panicked,
    /// It made more reads than it may.
    Spent,
    /// It ran out of stack.
    Overflowed,
    /// It neither ended nor read anything for a long time.
    Hung,
}

/// Payload of the panic that ends a run whose budget is spent where nothing better is available.
pub(super) struct OutOfReads;

/// What has to be in place while a search runs: a panic hook that keeps quiet about the predicate,
/// and signal handlers for stack overflow and standstill.
pub(crate) struct Session {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    _signals: super::signals::Handlers,
    _hook: QuietHook,
}

impl Session {
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

/// Runs the predicate; whatever it does, this returns.
#[inline]
pub(crate) fn guarded(predicate: &mut dyn FnMut() -> bool) -> Outcome {
    RUNNING.store(true, Ordering::Relaxed);
    let outcome = escape::call(&mut || match catch_unwind(AssertUnwindSafe(&mut *predicate)) {
        Ok(true) => Outcome::Valid,
        Ok(false) => Outcome::Invalid,
        Err(payload) if payload.is::<OutOfReads>() => Outcome::Spent,
        Err(payload) => {
            drop(payload);
            Outcome::Panicked
        }
    });
    RUNNING.store(false, Ordering::Relaxed);
    outcome
}

/// Ends the current run because its reads are spent.
pub(crate) fn spent() {
    if is_running() && !escape::leave(Outcome::Spent) && !std::thread::panicking() {
        resume_unwind(Box::new(OutOfReads));
    }
}

/// Whether this thread is inside a run of the predicate.
pub(super) fn is_running() -> bool {
    RUNNING.load(Ordering::Relaxed) && SEARCHER.load(Ordering::Relaxed) == thread_mark()
}

/// Whether a predicate runs.
static RUNNING: AtomicBool = AtomicBool::new(false);
/// The thread that searches, as a mark.
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
