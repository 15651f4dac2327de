//! Errors of proving tests among the crate's own.

use std::io;
use std::path::PathBuf;

use gadfly_cargo::RunError;

/// Reasons why tests cannot be proven.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// Cargo or a test could not be run, or was interrupted.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A working file could not be written.
    #[error("failed to write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}
