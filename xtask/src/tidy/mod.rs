//! The rules of this repository that no other tool knows.
//!
//! A rule is a function from files to problems, in a file of its own, called from `check.rs`.

mod architecture;
mod check;
mod claims;
mod cycles;
mod folders;
mod paths;
mod places;
mod readme;
mod size;
mod text;
mod words;

pub(crate) use check::check;
