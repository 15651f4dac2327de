//! What a property returned, judged by its type.
//!
//! `bool` says whether it holds, and so does a `bool` in a `Result`; any other `Ok` says that it does. No trait can tell the
//! two apart, but the compiler can where the type is known: it takes the first way below that there is for it.

use crate::outcome::{failed, Outcome, Verdict};
use std::cell::RefCell;
use std::fmt::Debug;

/// What a property returned.
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
    /// What it says.
    fn judged(&self) -> Verdict;
}

impl<R: Outcome> AsOutcome for Returned<R> {
    fn judged(&self) -> Verdict {
        self.0.take().map_or(Verdict::Passed, Outcome::verdict)
    }
}

/// The second: a `Result` of something that says nothing.
pub trait AsResult {
    /// What it says.
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
    /// What was returned.
    type Given;
    /// What it would say.
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
    fn what_says_whether_it_holds_keeps_its_say() {
        assert_eq!(judged!(()), Verdict::Passed);
        assert_eq!(judged!(true), Verdict::Passed);
        assert_eq!(judged!(false), Verdict::Failed);
        assert_eq!(judged!(Ok::<bool, u8>(false)), Verdict::Failed);
        assert_eq!(judged!(Ok::<Result<bool, u8>, u8>(Ok(false))), Verdict::Failed);
        assert_eq!(judged!(Verdict::Discarded), Verdict::Discarded);
    }
}
