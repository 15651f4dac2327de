//! Inputs that a property is not about.

use std::any::Any;
use std::cell::Cell;
use std::panic::resume_unwind;

/// What unwinds through a property that is not about its input.
struct Discard;

thread_local! {
    /// How many attempts are running: a discard means something to somebody.
    static RUNNING: Cell<u32> = const { Cell::new(0) };
    /// Whether the running attempt was discarded, even if the property has caught that.
    static DISCARDED: Cell<bool> = const { Cell::new(false) };
}

/// Ends a property that is not about its input. `condition` is what does not hold.
pub fn discard(condition: &str) -> ! {
    if RUNNING.with(Cell::get) > 0 {
        DISCARDED.with(|discarded| discarded.set(true));
        // No hook is asked and nothing is printed.
        resume_unwind(Box::new(Discard));
    }
    panic!("assume!({condition}) does not hold for this input");
}

/// Whether a panic is none, but a discard.
pub(crate) fn is_discard(payload: &(dyn Any + Send)) -> bool {
    payload.is::<Discard>()
}

/// Runs something in which discards may come. The second says whether one came.
pub(crate) fn running<T>(run: impl FnOnce() -> T) -> (T, bool) {
    RUNNING.with(|running| running.set(running.get() + 1));
    DISCARDED.with(|discarded| discarded.set(false));
    let result = run();
    RUNNING.with(|running| running.set(running.get() - 1));
    (result, DISCARDED.with(|discarded| discarded.replace(false)))
}
