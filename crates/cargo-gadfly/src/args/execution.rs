//! Flags for processes: their number and their confinement.

use std::num::NonZeroUsize;

use clap::Args;

/// Parallelism.
#[derive(Args, Clone, Debug)]
pub(crate) struct JobsArgs {
    /// Number of processes at once [default: one per core]
    #[arg(short, long, value_name = "N", hide_short_help = true, help_heading = "Search")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

/// Confinement of the crate's code.
#[derive(Args, Clone, Debug)]
pub(crate) struct SandboxArgs {
    /// Run the crate's code unprotected
    ///
    /// Without this it can write to a scratch directory alone, and reach neither the network nor
    /// other programs and processes.
    #[arg(long, help_heading = "Search")]
    pub(crate) no_sandbox: bool,
}
