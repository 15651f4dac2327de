//! Reasons why a test is shown but not placed.

use std::io;
use std::path::PathBuf;

/// Why a file stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// A person has edited it.
    #[error("{} was changed by hand; delete it to have it written anew", path.display())]
    Edited {
        /// The file.
        path: PathBuf,
    },
    /// It cannot be read or written.
    #[error("{} cannot be used: {source}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Its folder cannot be made.
    #[error("{} cannot be made: {source}", path.display())]
    NoFolder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}
