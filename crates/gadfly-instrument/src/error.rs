//! What keeps a crate from being traced.

use std::path::PathBuf;

use gadfly_cargo::RunError;
use thiserror::Error;

/// What keeps a crate from being traced.
#[derive(Debug, Error)]
pub enum InstrumentError {
    /// A file of the crate or of its copy cannot be read or written.
    #[error("failed to copy {path}: {source}")]
    Copy {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The manifest is not one.
    #[error("failed to read the manifest {path}: {reason}")]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// Cargo could not be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The copy does not compile, whatever is left as it is.
    #[error("the scratch copy does not compile:\n{output}")]
    Build {
        /// The compiler's messages.
        output: String,
    },
}
