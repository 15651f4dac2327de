//! A place that a measurement counts.

use std::fmt;

/// A place in a file, with what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Offence {
    pub(crate) path: String,
    pub(crate) line: usize,
    /// The wording, and what to write instead.
    pub(crate) text: String,
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.text)
    }
}
