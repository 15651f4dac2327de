//! The results of properties and their verdicts on an input.

use crate::discard;
use crate::notes;
use std::any::Any;
use std::fmt::Debug;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};

/// The verdict of a property on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Verdict {
    /// It holds.
    Passed = 0,
    /// It does not; [`take_notes`](crate::take_notes) says how that showed.
    Failed = 1,
    /// It is not about this input.
    Discarded = 2,
}

/// A result of a property; a `Result` of anything else is one, too, as far as `judged` can decide.
pub trait Outcome {
    /// Returns whether it holds; if not, a note is left.
    fn verdict(self) -> Verdict;
}

impl Outcome for () {
    fn verdict(self) -> Verdict {
        Verdict::Passed
    }
}

impl Outcome for bool {
    fn verdict(self) -> Verdict {
        if self {
            return Verdict::Passed;
        }
        failed("it is false".to_owned())
    }
}

impl<T: Outcome, E: Debug> Outcome for Result<T, E> {
    fn verdict(self) -> Verdict {
        match self {
            Ok(value) => value.verdict(),
            Err(error) => failed(format!("it is Err({error:?})")),
        }
    }
}

impl Outcome for Verdict {
    fn verdict(self) -> Verdict {
        self
    }
}

/// Runs a property that must panic with a message that contains `text`. Any other panic is passed on.
pub fn expect_panic<R>(text: &str, property: impl FnOnce() -> R) -> Verdict {
    let payload = match catch_unwind(AssertUnwindSafe(property)) {
        Ok(_) if text.is_empty() => return failed("it does not panic".to_owned()),
        Ok(_) => return failed(format!("it does not panic with {text:?}")),
        Err(payload) => payload,
    };
    if discard::is_discard(&*payload) || !message(&*payload).contains(text) {
        resume_unwind(payload);
    }
    Verdict::Passed
}

/// The verdict on a property that must return an `Err`.
pub fn expect_err<T, E>(returned: Result<T, E>) -> Verdict {
    match returned {
        Ok(_) => failed("it is Ok".to_owned()),
        Err(_) => Verdict::Passed,
    }
}

/// The message of a panic, if it is text.
pub(crate) fn message(payload: &(dyn Any + Send)) -> &str {
    if let Some(text) = payload.downcast_ref::<&'static str>() {
        text
    } else {
        payload.downcast_ref::<String>().map_or("", String::as_str)
    }
}

pub(crate) fn failed(how: String) -> Verdict {
    notes::note_failure(how);
    Verdict::Failed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take_notes;

    fn verdict_and_failure(outcome: impl Outcome) -> (Verdict, String) {
        let verdict = notes::attempt(|_| outcome);
        (verdict, take_notes().failure)
    }

    #[test]
    fn false_and_err_are_failures_and_say_so() {
        assert_eq!(verdict_and_failure(()), (Verdict::Passed, String::new()));
        assert_eq!(verdict_and_failure(true), (Verdict::Passed, String::new()));
        assert_eq!(verdict_and_failure(false), (Verdict::Failed, "it is false".to_owned()));
        assert_eq!(
            verdict_and_failure(Err::<(), _>(3)),
            (Verdict::Failed, "it is Err(3)".to_owned())
        );
        assert_eq!(
            verdict_and_failure(Ok::<_, ()>(false)),
            (Verdict::Failed, "it is false".to_owned())
        );
    }

    #[test]
    fn a_panic_that_must_come_is_asked_for_by_its_text() {
        assert_eq!(expect_panic::<()>("full", || panic!("it is full")), Verdict::Passed);
        assert_eq!(expect_panic("full", || ()), Verdict::Failed);
        assert_eq!(take_notes().failure, "it does not panic with \"full\"");
        let other = catch_unwind(|| expect_panic::<()>("full", || panic!("it is empty")));
        assert_eq!(message(&*other.expect_err("passed on")), "it is empty");
        assert_eq!(expect_err(Err::<(), ()>(())), Verdict::Passed);
        assert_eq!(expect_err(Ok::<(), ()>(())), Verdict::Failed);
    }
}
