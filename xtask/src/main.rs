//! Automation of the repository: `cargo xtask <task>`.

mod checks;
mod run;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask <TASK>

Tasks:
  ci     everything below, then all tests: what must pass before a change goes in
  lint   formatting, clippy and documentation with warnings denied, tidy
  tidy   the rules of this repository that no other tool knows";

fn main() -> ExitCode {
    let task = std::env::args().nth(1);
    let result = match task.as_deref() {
        Some("ci") => checks::ci(),
        Some("lint") => checks::lint(),
        Some("tidy") => tidy::check(&run::root()),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            run::tell(&message);
            ExitCode::FAILURE
        }
    }
}
