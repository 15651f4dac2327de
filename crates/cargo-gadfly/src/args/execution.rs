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
    /// Disables the sandbox: the crate's code can modify files, use the network, and start or signal
    /// processes.
    #[arg(long, hide_short_help = true, help_heading = "Search")]
    pub(crate) no_sandbox: bool,
}
