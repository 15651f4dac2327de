//! `cargo xtask bench check`: what properties find in published crates, and how fast they are tried beside others.
//!
//! Everything runs the command as a person would, on pinned versions, with seed 0.

mod bench;
mod peers;
mod subject;

pub(crate) use bench::run;
