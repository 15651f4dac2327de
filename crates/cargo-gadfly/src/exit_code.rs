//! Exit codes, for scripts.

use std::process;

/// The documented exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// The run ended and nothing was found.
    Clean = 0,
    /// The run ended with findings.
    Findings = 1,
    /// The command line or `gadfly.toml` is wrong.
    Usage = 2,
    /// The subject does not build.
    Subject = 3,
    /// The environment is unfit, or gadfly itself failed.
    Failure = 4,
    /// Stopped from outside, as shells report it for Ctrl-C.
    Interrupted = 130,
}

impl From<ExitCode> for process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code as u8)
    }
}
