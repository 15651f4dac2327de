//! The calls around the failure: as they were seen, made small, and in a test.

use super::Misuse;

/// The sequence as it was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeenSequence {
    /// Whether a call before the failure panicked and the sequence went on.
    pub has_caught_panic: bool,
    /// Whether it makes a value that panics when it is used or dropped.
    pub has_panicking_value: bool,
}

/// The smallest sequence that fails in the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmallestSequence {
    /// The message of a panic that the last call of the sequence raised.
    pub panic_message: Option<String>,
    /// The `Debug` forms of the arguments of the last call.
    pub arguments: Vec<String>,
    /// Whether a function that leaves checks to its caller is called before the last call, or a guard is forgotten there.
    pub has_unchecked_call_before: bool,
    /// Whether a function of the caller's that returns sizes has a part, which may be positions.
    pub has_function_returning_sizes: bool,
    /// Whether a stub has a part that answers with values, of which its trait may ask something.
    pub has_stub_with_values: bool,
}

/// The attempt to show the finding in a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestAttempt {
    /// Whether a test shows it.
    pub has_test: bool,
    /// Panics that the sequence catches on the way.
    pub after_panics: u64,
    /// The use of a value that was not alive, if the final message reports one.
    pub misuse: Option<Misuse>,
}
