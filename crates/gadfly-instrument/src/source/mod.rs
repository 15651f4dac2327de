//! One file of Rust.

mod body;
mod callers;
mod found;
mod insert;
mod parse;
mod rewrite;
mod visit;

pub use callers::Site;
pub use found::{FoundFunction, Seen, Unseen};
pub use insert::Edits;
pub use parse::{parse, start};
pub(crate) use rewrite::test_modules;
pub use rewrite::{Rewrite, Rewritten};
pub use visit::is_test;

#[cfg(test)]
mod tests;
