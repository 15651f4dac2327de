//! Everything that ends a run early, with its exit code and what to do about it.
//!
//! Stages keep their own errors; this enum only collects them at the edge. What happens inside
//! the subject is no error but an outcome, and never comes here.

use gadfly_cargo::{ErrorClass, LocateError};

use crate::args::{COMMANDS, MisplacedFlag};
use crate::artifacts::ArtifactsError;
use crate::exit_code::ExitCode;
use crate::settings::SettingsError;
use crate::suggest;

/// Reasons for ending a run early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// An order that cannot be followed: no such path, no such package, no library target.
    #[error("{message}")]
    Usage {
        /// The problem.
        message: String,
        /// The remedy.
        help: Option<String>,
    },
    /// A flag of another command.
    #[error(transparent)]
    Flag(#[from] MisplacedFlag),
    /// The crate cannot be found or used.
    #[error(transparent)]
    Locate(#[from] LocateError),
    /// `gadfly.toml` is wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
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
    /// Results could not be printed.
    #[error("failed to print the results: {0}")]
    Output(std::io::Error),
    /// Gadfly has a bug.
    #[error("gadfly itself failed: {0}")]
    Internal(String),
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

impl CliError {
    /// The exit code this ends with.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage { .. } | Self::Flag(_) | Self::Settings(_) => ExitCode::Usage,
            Self::Locate(LocateError::Interrupted) => ExitCode::Interrupted,
            Self::Locate(error) if is_about_the_disk(&error.to_string()) => ExitCode::Failure,
            Self::Locate(error) => of_class(error.kind()),
            Self::Subject { .. } => ExitCode::Subject,
            Self::Environment { .. } | Self::Artifacts(_) | Self::Output(_) | Self::Internal(_) => {
                ExitCode::Failure
            }
            Self::Interrupted => ExitCode::Interrupted,
        }
    }

    /// The remedy, if there is one.
    pub(crate) fn help(&self) -> Option<String> {
        match self {
            Self::Usage { help, .. }
            | Self::Subject { help, .. }
            | Self::Environment { help, .. } => help.clone(),
            Self::Locate(error) if is_about_the_disk(&error.to_string()) => {
                Some(MAKE_ROOM.to_owned())
            }
            Self::Locate(error) => meant_command(error).or_else(|| error.help()),
            Self::Flag(flag) => flag.help(),
            Self::Settings(error) => error.help(),
            Self::Artifacts(error) => error.help(),
            Self::Internal(_) => Some(format!(
                "this is a bug in gadfly; please report it with the command you ran: {}/issues",
                env!("CARGO_PKG_REPOSITORY")
            )),
            Self::Output(_) | Self::Interrupted => None,
        }
    }
}

/// The remedy for a full disk.
pub(crate) const MAKE_ROOM: &str = "make room there, or choose another place with --out DIR";

/// Returns whether cargo or the compiler failed because they could not write, which is not the subject's
/// fault.
pub(crate) fn is_about_the_disk(message: &str) -> bool {
    let signs = [
        "No space left on device",
        "Disk quota exceeded",
        "File too large",
        "Read-only file system",
        ": failed to write `",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

/// The exit code for an error of a stage.
fn of_class(class: ErrorClass) -> ExitCode {
    match class {
        ErrorClass::Usage => ExitCode::Usage,
        ErrorClass::DoesNotBuild => ExitCode::Subject,
        ErrorClass::Environment => ExitCode::Failure,
    }
}

/// `cargo gadfly lsit` looks like a path that does not exist.
fn meant_command(error: &LocateError) -> Option<String> {
    let LocateError::NoSuchPath { path } = error else { return None };
    let command = suggest::nearest(path.to_str()?, COMMANDS)?;
    Some(format!("did you mean the command `cargo gadfly {command}`?"))
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
