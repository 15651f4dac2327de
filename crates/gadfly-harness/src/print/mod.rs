//! Sequences as Rust source: plainly, for the compiler, or readably, for people.

mod plain;
mod readable;

pub use plain::print_sequence;
pub use readable::{Readable, print_readable};
