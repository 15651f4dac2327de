//! Sequences as Rust source: plainly, for the compiler, or readably, for people.

mod plain;
mod readable;

pub use plain::{print_plain, print_sequence};
pub use readable::{
    Body, End, Expected, Form, Imports, Readable, Scope, Style, connected_with_last,
    needed_for_last, print_body, print_readable,
};
