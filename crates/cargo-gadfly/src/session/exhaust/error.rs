//! Reasons why the search of a function ends early.

use gadfly_cargo::RunError;

use crate::error::CliError;

/// A reason.
#[derive(Debug)]
pub(super) enum SearchError {
    /// Its bounds or its predicate are wrong; other functions are searched all the same.
    Function(String),
    /// Something that ends the whole run.
    Run(CliError),
}

impl From<CliError> for SearchError {
    fn from(error: CliError) -> Self {
        Self::Run(error)
    }
}

impl From<RunError> for SearchError {
    fn from(error: RunError) -> Self {
        Self::Run(error.into())
    }
}

/// Wraps an error of the operating system.
pub(super) fn failed(action: impl Into<String>) -> impl FnOnce(std::io::Error) -> CliError {
    let action = action.into();
    move |source| {
        let message = format!("failed to {action}: {source}");
        CliError::Environment { message, help: None }
    }
}
