//! What must pass before a change goes in. `.ci/run` does the same, in the same order.

use crate::run::{self, cargo};
use crate::tidy;

/// Everything.
pub(crate) fn ci() -> Result<(), String> {
    lint()?;
    cargo(&["test", "--workspace"], &[])
}

/// Everything but the tests.
pub(crate) fn lint() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    let deny = [("RUSTDOCFLAGS", "-D warnings")];
    cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"], &deny)?;
    tidy::check(&run::root())
}
