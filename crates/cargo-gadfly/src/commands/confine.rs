//! Whether the crate's code is confined: settled before any of it runs.

use gadfly_cargo::Sandbox;

use crate::console::Console;
use crate::error::CliError;
use crate::pipeline::Settings;

/// Refuses to go on unprotected unless the person asked for that.
pub(super) fn confine(settings: &Settings, console: &Console) -> Result<(), CliError> {
    if !settings.sandbox {
        console.warn("no sandbox: what the crate's functions do to files or the network, they do");
        Sandbox::lift();
        return Ok(());
    }
    Sandbox::check().map_err(|error| CliError::Environment {
        message: error.to_string(),
        help: Some(
            "--no-sandbox runs the crate's code unprotected; do that where nothing can be lost"
                .to_owned(),
        ),
    })
}
