//! Why a run could not be carried out.

use std::path::PathBuf;

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
    #[error("the crate does not build for exhaustive search:\n{message}")]
    Build {
        /// What cargo said.
        message: String,
    },
    /// There is nothing to run.
    #[error(
        "no function marked #[gadfly::exhaust] in `{package}`{}; mark one, or check --include and --exclude",
        if *filtered { " is left" } else { "" }
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
