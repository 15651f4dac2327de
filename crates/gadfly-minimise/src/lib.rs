//! From a failing sequence to a small one that fails in the same way.
//!
//! Pure: the caller runs sequences, as [`SequenceRunner`]. First values are made anew from what they look like; then come removal,
//! replacement of what remains by smaller producers of the same type, smaller literals, fewer repeated calls for another number,
//! and numbers that are changed together, until nothing works.

mod edit;
mod failure;
mod merge;
mod producers;
mod remake;
mod removal;
mod replacement;
mod shrink;
mod simplify;
#[cfg(test)]
mod tests;
mod trade;
pub mod variants;
mod written;

pub use failure::{Failure, masked};
pub use producers::Producers;
pub use simplify::{Budget, Looks, Minimal, SequenceRunner, minimise};
