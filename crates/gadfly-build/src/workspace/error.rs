//! Errors of building.

use std::path::PathBuf;

use gadfly_cargo::RunError;

/// Why a harness could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Cargo or the compiler could not be run, or was interrupted.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file could not be written.
    #[error("failed to write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The subject does not compile as a dependency.
    #[error("{package} does not build: {message}")]
    Subject {
        /// The package.
        package: String,
        /// The compiler's first error.
        message: String,
    },
    /// The subject does not compile with its test code.
    #[error("{package} does not build with its test code: {message}")]
    Tests {
        /// The package.
        package: String,
        /// The compiler's first error, with its place.
        message: String,
        /// `true` if it is about a method of a generic type, for which the attribute does not say which type is meant.
        is_generic: bool,
    },
    /// The person's helper functions do not compile.
    #[error("the helpers do not compile: {message}")]
    Helpers {
        /// The compiler's first error, with its line.
        message: String,
    },
    /// The toolchain has no sanitizer for this target.
    #[error("this toolchain has no AddressSanitizer for {target}")]
    NoSanitizer {
        /// The target.
        target: String,
    },
    /// Operations that the compiler accepted one by one do not compile together.
    #[error("the generated harness does not build: {message}")]
    Harness {
        /// The compiler's first error.
        message: String,
    },
    /// The list of registered entries cannot be read.
    #[error(transparent)]
    Listing(#[from] gadfly_plan::properties::ListingError),
    /// Questions to the compiler failed.
    #[error(transparent)]
    Probe(#[from] crate::probe::ProbeError),
}
