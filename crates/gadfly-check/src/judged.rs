//! The verdict on a property's result, by its type.
//!
//! `bool` states whether the property holds, and so does a `bool` in a `Result`; any other `Ok` means that it does. No
//! trait can
//! distinguish the two, but the compiler can where the type is known: it takes the first way below that applies.

use crate::outcome::{failed, Outcome, Verdict};
use std::cell::RefCell;
use std::fmt::Debug;

/// The result of a property.
#[derive(Debug)]
pub struct Returned<R>(RefCell<Option<R>>);

impl<R> Returned<R> {
    /// Takes it.
    pub fn new(returned: R) -> Self {
        Returned(RefCell::new(Some(returned)))
    }
}

/// The first way: it says whether the property holds.
pub trait AsOutcome {
    /// Returns the verdict.
    fn judged(&self) -> Verdict;
}

impl<R: Outcome> AsOutcome for Returned<R> {
    fn judged(&self) -> Verdict {
        self.0.take().map_or(Verdict::Passed, Outcome::verdict)
    }
}

/// The second: a `Result` of something that says nothing.
pub trait AsResult {
    /// Returns the verdict.
    fn judged(&self) -> Verdict;
}

impl<T, E: Debug> AsResult for &Returned<Result<T, E>> {
    fn judged(&self) -> Verdict {
        match self.0.take() {
            Some(Err(error)) => failed(format!("it is Err({error:?})")),
            _ => Verdict::Passed,
        }
    }
}

/// The last: there is none, and the compiler says what is asked for.
pub trait AsNeither {
    /// The result itself.
    type Given;
    /// Returns the verdict of the result.
    fn judged(self) -> Verdict
    where
        Self::Given: Outcome;
}

impl<R> AsNeither for Returned<R> {
    type Given = R;
    fn judged(self) -> Verdict
    where
        R: Outcome,
    {
        AsOutcome::judged(&self)
    }
}

/// The ways, in the order in which the compiler tries them.
pub mod ways {
    pub use super::{AsNeither, AsOutcome, AsResult};
}

/// The verdict of what an expression yields, by its type.
#[doc(hidden)]
#[macro_export]
macro_rules! judged {
    ($call:expr) => {{
        let returned = $crate::Returned::new($call);
        {
            // All of them, because it is not known here which is needed.
            use $crate::ways::*;
            (&returned).judged()
        }
    }};
}

#[cfg(test)]
mod tests {
    use crate::{notes, take_notes, Verdict};

    #[test]
    fn a_result_holds_if_it_is_ok_whatever_is_in_it() {
        struct Silent;
        let ok: Result<Silent, u8> = Ok(Silent);
        assert_eq!(judged!(ok), Verdict::Passed);
        let verdict = notes::attempt(|_| judged!(Err::<Vec<u8>, u8>(3)));
        assert_eq!((verdict, take_notes().failure), (Verdict::Failed, "it is Err(3)".to_owned()));
    }

    #[test]
    fn verdicts_in_results_are_kept() {
        assert_eq!(judged!(()), Verdict::Passed);
        assert_eq!(judged!(true), Verdict::Passed);
        assert_eq!(judged!(false), Verdict::Failed);
        assert_eq!(judged!(Ok::<bool, u8>(false)), Verdict::Failed);
        assert_eq!(judged!(Ok::<Result<bool, u8>, u8>(Ok(false))), Verdict::Failed);
        assert_eq!(judged!(Verdict::Discarded), Verdict::Discarded);
    }
}
