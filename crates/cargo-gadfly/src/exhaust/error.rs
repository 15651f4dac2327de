//! Why a run could not be carried out.

use std::path::PathBuf;

use gadfly_cargo::RunError;

/// An error of [`run`](super::run()).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExhaustError {
    /// The path is no crate.
    #[error("failed to read the crate at {}: {message}", path.display())]
    Metadata {
        /// The path given.
        path: PathBuf,
        /// What cargo said.
        message: String,
    },
    /// Several packages, none chosen.
    #[error("{} holds several packages ({}); choose one with --package", path.display(), names.join(", "))]
    SeveralPackages {
        /// The path given.
        path: PathBuf,
        /// Their names.
        names: Vec<String>,
    },
    /// No such package.
    #[error("there is no package `{name}` here; there are {}", names.join(", "))]
    NoSuchPackage {
        /// The name given.
        name: String,
        /// Their names.
        names: Vec<String>,
    },
    /// The crate does not build.
    #[error("{package} does not build for exhaustive search: {message}")]
    Build {
        /// The package.
        package: String,
        /// What the compiler said first.
        message: String,
    },
    /// There is nothing to run.
    #[error(
        "no function of {package} marked #[gadfly::exhaust]{}",
        if *filtered { " matches --include and --exclude" } else { " was found" }
    )]
    NothingToRun {
        /// The package.
        package: String,
        /// Some were left out on request.
        filtered: bool,
    },
    /// A tool or file failed.
    #[error("failed to {action}: {source}")]
    Io {
        /// What was attempted.
        action: String,
        /// Why it failed.
        source: std::io::Error,
    },
    /// A program could not be run.
    #[error(transparent)]
    Run(RunError),
    /// The compiler does not say what it builds for.
    #[error("the Rust toolchain does not work: `rustc -vV` does not name the host")]
    Toolchain,
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
    /// The search itself could not go on.
    #[error("{function}: {message}")]
    Search {
        /// The function.
        function: String,
        /// Why.
        message: String,
    },
    /// The build cannot be made on this platform.
    #[error(
        "exhaustive search of plain structs needs Linux on x86-64; use gadfly::Field elsewhere"
    )]
    Platform,
}

impl ExhaustError {
    /// Wraps an error of the operating system.
    pub(super) fn io(action: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let action = action.into();
        move |source| Self::Io { action, source }
    }
}

impl From<RunError> for ExhaustError {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Interrupted => Self::Interrupted,
            other => Self::Run(other),
        }
    }
}
