//! Items that could not be used, each with the reason.

use crate::Name;

/// An item that takes no part, with a reason that a person understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The item's path.
    pub item: Name,
    /// Why, in a few words: `unsafe fn`.
    pub reason: String,
}
