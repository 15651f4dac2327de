//! The verdict of the function on one input.

use super::attempt::{attempt, CaughtPanic};

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// All conditions hold.
    Passed,
    /// The function panicked.
    Panicked(CaughtPanic),
    /// The function did not panic although it must.
    DidNotPanic(String),
    /// A condition does not hold after the call.
    Violated(String),
}

impl Verdict {
    /// Judges the end of the call; `expected` is whether it has to panic, if that is known.
    ///
    /// # Errors
    /// The verdict, if it is final.
    #[doc(hidden)]
    pub fn of_call<R>(
        result: Result<R, CaughtPanic>,
        expected: Option<bool>,
        condition: &str,
    ) -> Result<R, Self> {
        match (result, expected) {
            (Ok(_), Some(true)) => Err(Self::DidNotPanic(condition.to_owned())),
            (Ok(result), _) => Ok(result),
            (Err(panic), Some(false)) => Err(Self::Panicked(panic)),
            (Err(_), _) => Err(Self::Passed),
        }
    }

    /// Checks a condition after the call; `Some` only if it fails.
    #[doc(hidden)]
    pub fn of_demand(demand: impl FnOnce() -> (&'static str, bool)) -> Option<Self> {
        match attempt(demand) {
            Ok((_, true)) => None,
            Ok((text, false)) => Some(Self::Violated(text.to_owned())),
            Err(panic) => Some(Self::Panicked(panic)),
        }
    }

    /// The verdict as a sentence.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Passed => "passed".to_owned(),
            Self::Panicked(panic) => format!("panics: {}", panic.message),
            Self::DidNotPanic(condition) => format!("does not panic although `{condition}`"),
            Self::Violated(condition) if condition.starts_with("it ") => condition.clone(),
            Self::Violated(condition) => format!("`{condition}` is false afterwards"),
        }
    }

    /// The place of the failure, if that is known.
    #[must_use]
    pub fn location(&self) -> &str {
        match self {
            Self::Panicked(panic) => &panic.location,
            _ => "",
        }
    }

    /// For tests: panics unless passed.
    ///
    /// # Panics
    /// With the message of the verdict.
    #[track_caller]
    pub fn unwrap(self) {
        assert!(self == Self::Passed, "{}", self.message());
    }
}
