//! The readable form of a sequence: what matters, as a person would write it.

mod body;
mod brief;
mod imports;
mod lints;
mod names;
mod operators;
mod slice;
#[cfg(test)]
mod tests;
mod tokens;
mod write;

pub use body::{Body, End, Expected, Form, Readable, Scope, print_body, print_readable};
pub use imports::{Imports, Style};
pub use slice::{connected_with_last, needed_for_last};
