//! The rules of this repository that no other tool knows.
//!
//! A rule is a function from files to problems, in a file of its own, called from `check.rs`.

mod architecture;
mod check;
mod files;
mod layers;
mod paths;
mod readme;
mod size;
mod text;

pub(crate) use check::check;
