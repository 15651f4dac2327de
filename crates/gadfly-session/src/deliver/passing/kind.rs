//! Kinds of passing tests.

use gadfly_tests::emit::Header;
use gadfly_tests::print::{connected_with_last, needed_for_last};
use gadfly_wire::Statement;

use crate::deliver::pipeline::{LEARNED, REGRESSION};

/// Kinds of passing tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PassingTests {
    /// Short ones, of everything that works today.
    Regression,
    /// Of sequences like those of the crate's own tests, which are longer.
    Learned,
}

impl PassingTests {
    /// Their file.
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Regression => REGRESSION,
            Self::Learned => LEARNED,
        }
    }

    /// The head of the file.
    pub(crate) fn header(self, seed: u64) -> Header<'static> {
        match self {
            Self::Regression => Header::Regression { seed },
            Self::Learned => Header::Learned { seed },
        }
    }

    /// The statements of a sequence that its last one is tested with. What handles and cells change behind shared references
    /// is known to no signature, so learned sequences keep all that is connected.
    pub(super) fn sliced(self, statements: &[Statement]) -> Vec<Statement> {
        match self {
            Self::Regression => needed_for_last(statements),
            Self::Learned => connected_with_last(statements),
        }
    }

    /// Returns whether values are looked at after calls that only borrow them.
    pub(super) fn looks_at_borrows(self) -> bool {
        self == Self::Learned
    }

    /// The longest test, in calls of functions.
    pub(super) fn longest(self) -> usize {
        match self {
            Self::Regression => 8,
            Self::Learned => 14,
        }
    }
}
