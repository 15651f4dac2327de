//! Everything that ends a command early, with its exit code and the remedy.

use gadfly_cargo::{ErrorClass, LocateError};

use crate::args::{COMMANDS, MisplacedFlag};
use crate::exit_code::ExitCode;
use crate::settings::SettingsError;
use gadfly_session::artifacts::ArtifactsError;
use gadfly_session::error::{SessionError, is_about_the_disk};
use gadfly_session::suggest;

/// Reasons for ending a command early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    /// The session ended early.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A flag of another command.
    #[error(transparent)]
    Flag(#[from] MisplacedFlag),
    /// `gadfly.toml` is wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Results could not be printed.
    #[error("failed to print the results: {0}")]
    Output(std::io::Error),
}

impl CommandError {
    /// The exit code this ends with.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Session(error) => of_session(error),
            Self::Flag(_) | Self::Settings(_) => ExitCode::Usage,
            Self::Output(_) => ExitCode::Failure,
        }
    }

    /// The remedy, if there is one.
    pub(crate) fn help(&self) -> Option<String> {
        match self {
            Self::Session(error) => meant_command(error).or_else(|| error.help()),
            Self::Flag(flag) => flag.help(),
            Self::Settings(error) => error.help(),
            Self::Output(_) => None,
        }
    }
}

impl From<ArtifactsError> for CommandError {
    fn from(error: ArtifactsError) -> Self {
        SessionError::from(error).into()
    }
}

fn of_session(error: &SessionError) -> ExitCode {
    match error {
        SessionError::Usage { .. } => ExitCode::Usage,
        SessionError::Locate(LocateError::Interrupted) | SessionError::Interrupted => {
            ExitCode::Interrupted
        }
        SessionError::Locate(error) if is_about_the_disk(&error.to_string()) => ExitCode::Failure,
        SessionError::Locate(error) => of_class(error.kind()),
        SessionError::Subject { .. } => ExitCode::Subject,
        SessionError::Environment { .. }
        | SessionError::Artifacts(_)
        | SessionError::Internal(_) => ExitCode::Failure,
    }
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
fn meant_command(error: &SessionError) -> Option<String> {
    let SessionError::Locate(LocateError::NoSuchPath { path }) = error else { return None };
    let command = suggest::nearest(path.to_str()?, COMMANDS)?;
    Some(format!("did you mean the command `cargo gadfly {command}`?"))
}
