//! The end of a process.

use crate::class::Kind;

/// The end of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// How it ended.
    pub end: DeathCause,
    /// The largest number among the arguments, or among the numbers that a value was made from.
    pub magnitude: u64,
    /// The text that the process left: the message of a second panic, or of the check that stopped undefined behaviour.
    pub note: String,
}

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeathCause {
    /// A signal.
    Signal(i32),
    /// Its own exit code.
    Exit(i32),
    /// A call that did not return in time.
    Hang,
    /// The limit of memory.
    OutOfMemory,
    /// A sanitizer's report of an error of this name; empty if the report cannot be read.
    Sanitizer {
        /// The error: `heap-use-after-free`.
        error: String,
    },
}

impl Death {
    /// The signal of `std::process::abort`.
    pub const ABORTED: i32 = 6;
    /// The signal of an invalid access to memory.
    pub const SEGFAULT: i32 = 11;

    /// Above this, an argument is unrealistic where memory or stack is taken in proportion.
    pub const LARGE_SIZE: u64 = 1 << 20;
    /// Above this, an argument is unrealistic where it asks for more memory than there may be: memory grows at least with its
    /// square.
    pub const LARGE_SIDE: u64 = 1 << 12;
    /// Above this, an argument is unrealistic where time is taken in proportion or worse.
    pub const LARGE_WORK: u64 = 1 << 10;

    /// Returns whether the standard library stopped undefined behaviour and said which. A panic of the subject's that was the
    /// second would say so first.
    pub fn is_undefined_behaviour(&self) -> bool {
        matches!(self.end, DeathCause::Signal(_))
            && !self.note.is_empty()
            && !self.note.starts_with("panicked")
    }

    /// The kind of finding.
    pub fn kind(&self) -> Kind {
        match self.end {
            DeathCause::Hang => Kind::Hang,
            DeathCause::OutOfMemory => Kind::Oom,
            DeathCause::Signal(_) | DeathCause::Exit(_) | DeathCause::Sanitizer { .. } => {
                Kind::Crash
            }
        }
    }

    /// Returns whether time or memory ran out.
    pub fn is_exhaustion(&self) -> bool {
        matches!(self.end, DeathCause::Hang | DeathCause::OutOfMemory)
    }
}
