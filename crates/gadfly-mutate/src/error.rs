//! Reasons why a crate cannot be mutated.

use gadfly_cargo::RunError;
use gadfly_instrument::InstrumentError;
use thiserror::Error;

/// Reasons why a crate cannot be mutated.
#[derive(Debug, Error)]
pub enum MutateError {
    /// Its copy cannot be made.
    #[error(transparent)]
    Copy(#[from] InstrumentError),
    /// A program cannot be run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The copy does not compile, whatever is left as it is.
    #[error("the crate does not compile with its tests:\n{output}")]
    Build {
        /// The compiler's messages.
        output: String,
    },
}
