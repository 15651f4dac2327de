//! Errors of a session, with remedies.
//!
//! Stages keep their own errors; this enum only collects them at the edge. What happens inside
//! the subject is no error but an outcome, and never comes here.

use gadfly_cargo::LocateError;

use crate::artifacts::ArtifactsError;

/// The name of the error in `session`.
pub use SessionError as CliError;

/// Reasons for ending a session early.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// An order that cannot be followed: no such path, no such package, no library target.
    #[error("{message}")]
    Usage {
        /// The problem.
        message: String,
        /// The remedy.
        help: Option<String>,
    },
    /// The crate cannot be found or used.
    #[error(transparent)]
    Locate(#[from] LocateError),
    /// The subject does not build.
    #[error("{message}")]
    Subject {
        /// The problem.
        message: String,
        /// The remedy.
        help: Option<String>,
    },
    /// The environment is unfit: toolchain, disk, permissions.
    #[error("{message}")]
    Environment {
        /// The problem.
        message: String,
        /// The remedy.
        help: Option<String>,
    },
    /// The working directory cannot be used.
    #[error(transparent)]
    Artifacts(#[from] ArtifactsError),
    /// Gadfly has a bug.
    #[error("gadfly itself failed: {0}")]
    Internal(String),
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

impl SessionError {
    /// The remedy, if there is one.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Usage { help, .. }
            | Self::Subject { help, .. }
            | Self::Environment { help, .. } => help.clone(),
            Self::Locate(error) if is_about_the_disk(&error.to_string()) => {
                Some(MAKE_ROOM.to_owned())
            }
            Self::Locate(error) => error.help(),
            Self::Artifacts(error) => error.help(),
            Self::Internal(_) => Some(format!(
                "this is a bug in gadfly; please report it with the command you ran: {}/issues",
                env!("CARGO_PKG_REPOSITORY")
            )),
            Self::Interrupted => None,
        }
    }
}

/// The remedy for a full disk.
pub const MAKE_ROOM: &str = "make room there, or choose another directory with --out DIR";

/// Returns whether cargo or the compiler failed because they could not write, which is not the subject's
/// fault.
pub fn is_about_the_disk(message: &str) -> bool {
    let signs = [
        "No space left on device",
        "Disk quota exceeded",
        "File too large",
        "Read-only file system",
        ": failed to write `",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::is_about_the_disk;

    #[test]
    fn full_disks_are_not_the_subjects_fault() {
        assert!(is_about_the_disk("k does not build: failed to write `/target/x.timestamp`"));
        let said = "k does not build: error: No space left on device (os error 28)";
        assert!(is_about_the_disk(said));
        assert!(!is_about_the_disk("k does not build: error[E0308]: mismatched types"));
    }
}
