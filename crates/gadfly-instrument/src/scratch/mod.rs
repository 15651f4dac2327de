//! The copy of a package.

mod copy;
mod manifest;
mod modules;

pub use copy::Request;
pub(crate) use copy::{Left, Round, Scratch, write_if_changed};
