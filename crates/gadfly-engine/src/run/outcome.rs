//! Outcomes of statements, as data.

use super::borrow::Rejection;

/// The outcome of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// It returned, defining this variable.
    Returned(u32),
    /// It yielded no value: the sequence is over.
    Illegal,
    /// It, or a drop before it, panicked: the sequence is over.
    Panicked,
    /// It panicked, and the sequence continues without its result.
    Caught,
    /// It states a law that its arguments break: the sequence is over.
    Broken,
    /// It left its process changed, or seems to: the sequence is over.
    Left,
    /// The borrow rules forbid it; nothing happened.
    Rejected(Rejection),
    /// A similar call killed the process before; nothing happened.
    Quarantined,
}
