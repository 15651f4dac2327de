//! `cargo gadfly list` as typed.

use clap::Args;

use super::CommonArgs;

const EXAMPLES: &str = "\
Examples:
  cargo gadfly list                           this crate's functions and their status
  cargo gadfly list --include Rope            only Rope and its methods
  cargo gadfly list --format json | jq -r '.items[] | select(.callable | not) | .path'";

/// Show which public functions can be called, and why the others cannot.
///
/// One line per public function: `callable`, with the types chosen for its parameters if it is
/// generic, or `skipped`, with the reason.
#[derive(Args, Clone, Debug)]
#[command(after_help = "--help says more, with examples.", after_long_help = EXAMPLES)]
pub(crate) struct ListArgs {
    /// Flags of every command.
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
