//! Inputs that a property is not about.

use std::any::Any;
use std::cell::Cell;
use std::panic::resume_unwind;

/// The payload of the unwinding through a property whose input it does not apply to.
struct Discard;

/// The state of a thread's attempts.
struct Attempts {
    /// The number of running attempts: only during one does a discard mean anything.
    running: Cell<u32>,
    /// `true` if the innermost was discarded, even if the property has caught that.
    is_discarded: Cell<bool>,
}

thread_local! {
    static ATTEMPTS: Attempts =
        const { Attempts { running: Cell::new(0), is_discarded: Cell::new(false) } };
}

/// Ends a property that is not about its input. `condition` is what does not hold.
pub fn discard(condition: &str) -> ! {
    let is_running = ATTEMPTS.with(|attempts| {
        attempts.is_discarded.set(attempts.running.get() > 0);
        attempts.is_discarded.get()
    });
    if is_running {
        // No hook is asked and nothing is printed.
        resume_unwind(Box::new(Discard));
    }
    panic!("assume!({condition}) does not hold for this input");
}

/// Returns whether a panic is none, but a discard.
pub(crate) fn is_discard(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Discard>()
}

/// An attempt begins, in which discards may come.
pub(crate) fn begin() {
    ATTEMPTS.with(|attempts| {
        attempts.running.set(attempts.running.get().wrapping_add(1));
        attempts.is_discarded.set(false);
    });
}

/// The attempt is over: whether a discard came.
pub(crate) fn end() -> bool {
    ATTEMPTS.with(|attempts| {
        attempts.running.set(attempts.running.get().wrapping_sub(1));
        attempts.is_discarded.replace(false)
    })
}
