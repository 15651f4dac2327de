//! The decision about the sandbox, made before any of the crate's code runs.

use gadfly_cargo::Sandbox;

use crate::console::Console;
use gadfly_session::error::SessionError;
use gadfly_session::pipeline::Settings;

/// Refuses to continue unprotected unless `--no-sandbox` was given.
pub(super) fn confine(settings: &Settings, console: &Console) -> Result<(), SessionError> {
    if !settings.sandbox {
        console.warn("sandbox disabled: the crate's code can modify files and use the network");
        Sandbox::lift();
        return Ok(());
    }
    Sandbox::check().map_err(|error| SessionError::Environment {
        message: error.to_string(),
        help: Some(
            "--no-sandbox runs the crate's code unprotected; do that where nothing can be lost"
                .to_owned(),
        ),
    })
}
