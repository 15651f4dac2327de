//! The `cargo gadfly` command as a library, for its own binary and tests.
//!
//! Everything a user types and reads is here: arguments, settings, progress, reports, exit
//! codes. The work behind it is done by [`gadfly_session`]. The only types promised to others are those of [`report`],
//! which are what `report.json` holds.

mod args;
mod command_error;
mod commands;
mod console;
mod exit_code;
mod interrupt;
mod render;
mod settings;
mod shell;

pub use gadfly_session::report;

/// Runs the command with the process's arguments and streams.
pub fn main_impl() -> std::process::ExitCode {
    shell::silence_panics();
    interrupt::install(gadfly_cargo::interrupt);
    let mut session = gadfly_session::Session::default();
    shell::run(std::env::args_os(), &mut session, console::Streams::of_process()).into()
}
