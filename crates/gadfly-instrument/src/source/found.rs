//! Functions of a file.

use std::fmt;
use std::ops::Range;

use gadfly_learn::Function;

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFunction {
    /// Its entry in the table of functions.
    pub function: Function,
    /// Lines from its first attribute to its end, in which errors are its own.
    pub lines: Range<usize>,
    /// Its name.
    pub name: String,
    /// The way in which it is seen.
    pub seen: Seen,
}

impl FoundFunction {
    /// Returns whether its calls are logged.
    pub fn is_traced(&self) -> bool {
        matches!(self.seen, Seen::Traced(_))
    }
}

/// The way in which a function is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Its calls are logged under this number.
    Traced(u32),
    /// Its calls are not logged.
    Unseen(Unseen),
}

/// Reasons why a function is not traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unseen {
    /// It is `async`: its calls do not nest as those of a thread.
    Async,
    /// It never returns.
    Never,
    /// It is called in a constant.
    Const,
    /// It is `Drop::drop`, whose receiver is gone when it returns, or `Debug::fmt`, which the tracer calls.
    Tracer,
    /// An attribute asks for a body as it is.
    Attribute,
    /// It does not compile with the inserted text.
    Uncompiled,
    /// It comes from a macro.
    Macro,
}

impl fmt::Display for Unseen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Async => "async",
            Self::Never => "never returns",
            Self::Const => "called in a constant",
            Self::Tracer => "needed by the tracer",
            Self::Attribute => "body fixed by an attribute",
            Self::Uncompiled => "does not compile when traced",
            Self::Macro => "made by a macro",
        })
    }
}
