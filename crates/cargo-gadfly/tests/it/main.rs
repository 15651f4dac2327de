//! The command as people run it: the real binary on real crates.

mod refusals;
mod usage;

use gadfly_testkit::Tool;

/// The command.
fn gadfly() -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_cargo-gadfly"))
}
