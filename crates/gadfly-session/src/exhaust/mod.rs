//! `cargo gadfly exhaust`: finds the functions marked `#[gadfly::exhaust]`, builds the crate so that
//! reads of its fields can be seen, and searches in child processes.

mod build;
mod case;
mod discover;
mod error;
mod outcome;
mod parts;
mod progress;
mod prove;
mod run;
mod schedule;
mod target;
mod watch;
mod worker;

pub(super) use run::exhaust;
