//! Damage in a log.

use thiserror::Error;

/// Damage in a log, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("damaged log at byte {position}: {problem}")]
pub struct RecordError {
    /// Number of bytes in front of the damage.
    pub position: usize,
    /// The damage.
    pub problem: Problem,
}

/// Kinds of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// The file is none of gadfly's logs.
    #[error("not a log")]
    NoLog,
    /// The log has another layout.
    #[error("layout {0} is unknown")]
    Version(u8),
    /// A record is shorter than its contents.
    #[error("a record ends early")]
    Short,
    /// A record is longer than its contents.
    #[error("a record has bytes left over")]
    Long,
    /// A record is longer than any that is written.
    #[error("a record of {0} bytes")]
    Length(u128),
    /// A tag has no meaning.
    #[error("unknown {what} {tag}")]
    Tag {
        /// The kind of the tag.
        what: &'static str,
        /// The tag.
        tag: u8,
    },
    /// A number is larger than its kind allows.
    #[error("a number is too large")]
    Number,
    /// A text is not UTF-8.
    #[error("a text is not UTF-8")]
    Text,
    /// A type is mentioned before it is defined, or is defined out of order.
    #[error("type {0} is not defined")]
    UnknownType(u32),
    /// Values lie in each other more deeply than any that are written.
    #[error("values are nested too deeply")]
    Depth,
    /// A call ends that has not begun.
    #[error("a call ends that has not begun")]
    Unopened,
    /// The thread is not named first, or twice.
    #[error("the thread is not named once, at the start")]
    Thread,
}
