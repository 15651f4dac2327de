//! Reasons why the search of a function ends early.

use gadfly_cargo::RunError;
use gadfly_wire::{FORMAT_VERSION, WireError};

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

impl From<WireError> for SearchError {
    /// The reports of its program cannot be read: they are of another version, or the function wrote between them.
    fn from(error: WireError) -> Self {
        Self::Function(match error {
            WireError::Version { found } => format!(
                "the crate's `gadfly` sends messages of version {found}, and this command reads \
                 version {FORMAT_VERSION}: `cargo update -p gadfly`, and install the same cargo-gadfly"
            ),
            other => format!("its reports cannot be read: {other}"),
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_versions_of_gadfly_are_named() {
        let text = |error: WireError| match error.into() {
            SearchError::Function(text) => text,
            SearchError::Run(error) => panic!("{error}"),
        };
        let other = text(WireError::Version { found: 3 });
        assert!(other.starts_with("the crate's `gadfly` sends messages of version 3, "), "{other}");
        assert!(text(WireError::Corrupt).starts_with("its reports cannot be read: "));
    }
}
