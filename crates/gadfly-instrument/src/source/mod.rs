//! One file of Rust.

mod body;
mod callers;
mod found;
mod insert;
mod rewrite;
mod visit;

pub use callers::Site;
pub use found::{FoundFunction, Seen, Unseen};
pub(crate) use rewrite::test_modules;
pub use rewrite::{Rewrite, Rewritten};

#[cfg(test)]
mod tests;
