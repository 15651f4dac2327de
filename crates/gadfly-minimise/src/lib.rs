//! From a failing sequence to a small one that fails in the same way.
//!
//! Pure: the caller runs sequences, as [`SequenceRunner`]. Removal first, then replacement of what remains by smaller producers of
//! the same type, then smaller literals, then fewer repeated calls for another number, until nothing works.

mod edit;
mod failure;
mod producers;
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
