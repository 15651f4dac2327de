//! The readable form of a sequence: what the failing call needs, as a person would write it.

mod brief;
mod names;
mod operators;
mod slice;
#[cfg(test)]
mod tests;
mod write;

pub use write::{Readable, print_readable};
