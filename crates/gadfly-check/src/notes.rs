//! Observations of an attempt, beyond its verdict, for the runner.

use crate::discard::{self, is_discard};
use crate::monitor::Monitor;
use crate::outcome::{Outcome, Verdict};
use std::cell::{Cell, RefCell};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

/// Observations of an attempt beyond its verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The sort of its input; empty if it has none.
    pub label: String,
    /// The text of a failure that was no panic.
    pub failure: String,
}

thread_local! {
    static NOTES: RefCell<Notes> = RefCell::new(Notes::default());
    /// `true` if there are any: most attempts leave none, and most are short.
    static ARE_THERE: Cell<bool> = const { Cell::new(false) };
}

/// The notes of this thread's last attempt, once.
pub fn take_notes() -> Notes {
    if !ARE_THERE.with(|are_there| are_there.replace(false)) {
        return Notes::default();
    }
    NOTES.with(|notes| std::mem::take(&mut *notes.borrow_mut()))
}

pub(crate) fn note_failure(how: String) {
    note(|notes| notes.failure = how);
}

#[cold]
fn note(write: impl FnOnce(&mut Notes)) {
    ARE_THERE.with(|are_there| are_there.set(true));
    NOTES.with(|notes| write(&mut notes.borrow_mut()));
}

// What is the same for all properties is compiled once, and not with the crate under test.

fn begin() {
    if ARE_THERE.with(Cell::get) {
        drop(take_notes());
    }
    discard::begin();
}

fn end(monitor: Monitor) -> bool {
    if !monitor.is_empty() {
        note(|notes| notes.label = monitor.label());
    }
    discard::end()
}

/// Runs a property on an input. A panic is passed on, unless it is a discard.
pub(crate) fn attempt<R: Outcome>(property: impl FnOnce(&mut Monitor) -> R) -> Verdict {
    begin();
    let mut monitor = Monitor::default();
    let verdict = catch_unwind(AssertUnwindSafe(|| property(&mut monitor).verdict()));
    let was_discarded = end(monitor);
    match verdict {
        _ if was_discarded => Verdict::Discarded,
        Ok(verdict) => verdict,
        Err(payload) if is_discard(&*payload) => Verdict::Discarded,
        Err(payload) => resume_unwind(payload),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assume;

    #[test]
    fn verdicts_are_distinguished() {
        let holds = |x: u8| {
            move |m: &mut Monitor| {
                assume!(x != 0);
                m.classify(x > 100, "large");
                m.collect(x % 2);
                assert!(x < 200);
            }
        };
        assert_eq!(attempt(holds(101)), Verdict::Passed);
        assert_eq!(take_notes().label, "large, 1");
        assert_eq!(attempt(holds(0)), Verdict::Discarded);
        assert_eq!(take_notes().label, "");
        assert!(catch_unwind(|| attempt(holds(200))).is_err());
        assert_eq!(take_notes().label, "large, 0");
    }

    #[test]
    fn a_discard_counts_even_where_the_property_catches_panics() {
        let verdict = attempt(|_| catch_unwind(|| assume!(1 > 2)).is_err());
        assert_eq!(verdict, Verdict::Discarded);
    }

    #[test]
    fn assumptions_assert_outside_of_attempts() {
        let panic = catch_unwind(|| assume!(1 > 2)).expect_err("it panics");
        assert_eq!(crate::outcome::message(&*panic), "assume!(1 > 2) does not hold for this input");
    }
}
