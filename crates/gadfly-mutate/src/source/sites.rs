//! Places of a file that are changed.

use std::ops::Range;

use crate::Operator;

/// A place with its changes.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The bytes that the text is inserted around; of a body and of an arm, the byte in front of which it is inserted.
    pub(super) range: Range<usize>,
    pub(super) form: Form,
    pub(super) alternatives: Vec<Alternative>,
    /// The function around it, by its number.
    pub(super) function: usize,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// The form of the inserted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One of several expressions.
    Expression,
    /// A statement that runs or not.
    Statement,
    /// A value that is returned at the top of a body.
    Body,
    /// A guard that is added to an arm of a match.
    Arm,
}

/// A change.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    /// The expression; empty for what is left out.
    pub(super) text: String,
    pub(super) operator: Operator,
    /// The change in words.
    pub(super) change: String,
}

/// A function with places.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its path, crate first.
    pub(super) path: String,
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) range: Range<usize>,
    /// The word `const`.
    pub(super) constness: Option<Range<usize>>,
    /// `true` if it, or an item around it, is deprecated: the compiler does not warn of deprecated functions in there.
    pub(super) is_deprecated: bool,
    /// `true` if it stays as it is. Its changes have numbers all the same, so that those of others do not depend on it.
    pub(super) is_left: bool,
}
