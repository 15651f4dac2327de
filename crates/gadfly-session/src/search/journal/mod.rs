//! The journal of a search: what it reported, on disk as it comes.
//!
//! Survives the death of every process that has a part in the run; a later run can take it up.

mod fits;
mod keep;
mod take_up;

pub(crate) use fits::fits;
pub(crate) use keep::RunJournal;
pub(crate) use take_up::{InterruptedRun, take_up};
#[cfg(test)]
pub(crate) use {keep::head, take_up::parse};
