//! Errors that occur while reading the subject.

use std::path::PathBuf;

use gadfly_cargo::{ErrorClass, RunError};

/// Why there is no model of the subject.
#[derive(Debug, thiserror::Error)]
pub enum IntrospectError {
    /// rustdoc, or something it needs, rejects the crate.
    #[error("{package} does not build: {message}")]
    DoesNotBuild {
        /// The package.
        package: String,
        /// The first error.
        message: String,
    },
    /// The toolchain's rustdoc writes a format that is not known.
    #[error(
        "rustdoc JSON format {found} of this toolchain ({toolchain}) is {} than gadfly {} knows ({} to {})",
        if *found > *crate::rustdoc::FORMATS.end() { "newer" } else { "older" },
        env!("CARGO_PKG_VERSION"),
        crate::rustdoc::FORMATS.start(),
        crate::rustdoc::FORMATS.end()
    )]
    Format {
        /// The format found.
        found: u32,
        /// The toolchain's version.
        toolchain: String,
    },
    /// rustdoc wrote something that is not a document.
    #[error("failed to read the output of rustdoc for {package}: {message}")]
    Malformed {
        /// The package.
        package: String,
        /// The reason.
        message: String,
    },
    /// A file of ours could not be used.
    #[error("failed to {action} {}: {source}", path.display())]
    File {
        /// The operation that failed.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// cargo could not be run.
    #[error(transparent)]
    Run(RunError),
}

impl IntrospectError {
    /// Returns the party that has to act.
    pub fn kind(&self) -> ErrorClass {
        match self {
            IntrospectError::DoesNotBuild { .. } => ErrorClass::DoesNotBuild,
            IntrospectError::Format { .. } => ErrorClass::Usage,
            IntrospectError::Malformed { .. }
            | IntrospectError::File { .. }
            | IntrospectError::Run(_) => ErrorClass::Environment,
        }
    }

    /// Returns advice for the user, if there is any.
    pub fn help(&self) -> Option<String> {
        match self {
            IntrospectError::DoesNotBuild { .. } => {
                Some("`cargo check` shows the same; fix it first".to_owned())
            }
            IntrospectError::Format { found, .. } => {
                Some(if *found > *crate::rustdoc::FORMATS.end() {
                    "cargo install cargo-gadfly, or run with an older toolchain: \
                     cargo +1.95 gadfly"
                        .to_owned()
                } else {
                    "update the toolchain: rustup update stable".to_owned()
                })
            }
            IntrospectError::Malformed { .. } => Some(
                "this is a defect of gadfly: please report it with the crate's name".to_owned(),
            ),
            IntrospectError::File { .. } => Some("check the directory's permissions".to_owned()),
            IntrospectError::Run(_) => None,
        }
    }
}
