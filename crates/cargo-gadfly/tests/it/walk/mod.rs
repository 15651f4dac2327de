//! `cargo gadfly walk`.

mod command;
mod mutants;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
