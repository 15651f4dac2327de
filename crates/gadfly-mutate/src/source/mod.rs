//! One file of Rust: which changes there are in it, and the text that holds them.

mod plausible;
mod rewrite;
mod sites;
mod visit;
mod wording;

pub(crate) use plausible::Defaults;
pub(crate) use rewrite::{FileRewrite, Left, MutatedFile, WrittenPlace};

#[cfg(test)]
mod tests;
