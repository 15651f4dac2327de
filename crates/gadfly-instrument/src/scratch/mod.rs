//! The copy of a package.

mod copy;
mod manifest;
mod modules;
mod package;

pub use copy::Request;
pub(crate) use copy::{Left, Round, Scratch};
pub(crate) use package::write_if_changed;
pub use package::{PackageCopy, cargo_in_copy};
