//! Running rustdoc, its format, and reading its output.

mod build;
mod format;
mod read;

pub(crate) use build::{Unit, check, document};
pub(crate) use format::*;
pub(crate) use read::{ReadError, read};
