//! The `cargo gadfly` command as a library, for its own binary and tests.
//!
//! Everything a user types and reads is here: arguments, settings, progress, reports, exit
//! codes. The work behind it is done by the stages, reached through `session`. The only types
//! promised to others are those of [`report`], which are what `report.json` holds.

mod args;
mod artifacts;
mod command_error;
mod commands;
mod console;
mod error;
mod exit_code;
mod interrupt;
#[cfg(test)]
mod mutation;
mod pipeline;
mod render;
pub mod report;
mod session;
mod settings;
mod shell;
mod suggest;
mod text;

/// Runs the command with the process's arguments and streams.
pub fn main_impl() -> std::process::ExitCode {
    shell::silence_panics();
    interrupt::install(gadfly_cargo::interrupt);
    let mut session = session::Session::default();
    shell::run(std::env::args_os(), &mut session, console::Streams::of_process()).into()
}
