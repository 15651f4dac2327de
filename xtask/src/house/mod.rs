//! Measurements of the source tree: sizes, prose, names and commits.
//!
//! `cargo xtask house` shows them as one table and lists the places behind a number. [`crate::tidy`] holds limits on some of
//! them. A measurement is a function from sources to [`Offence`]s or to a spread, in the file of its subject.

mod banned;
mod command;
mod commits;
mod measure;
mod names;
mod offence;
mod openings;
mod sizes;
mod spread;
mod survey;
mod table;

pub(crate) use command::run;
pub(crate) use measure::{Measure, prose_measures};
pub(crate) use offence::Offence;
pub(crate) use survey::{RustFile, Survey};
