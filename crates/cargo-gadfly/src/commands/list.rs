//! `cargo gadfly list`.

use super::prepare::{Ready, prepare};
use crate::args::{ListArgs, OutputFormat};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render;
use gadfly_session::pipeline::Pipeline;

/// Prints every public function with its status.
pub(crate) fn list(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: ListArgs,
) -> Result<ExitCode, CommandError> {
    let Ready { job, format, .. } = prepare(pipeline, console, &typed.subject, typed.settings())?;
    let listing = pipeline.list(&job, console)?;
    let text = match format.without_findings() {
        OutputFormat::Human => render::listing_table(&listing, console.painter(), console.width()),
        OutputFormat::Json => render::listing_json(&listing),
    };
    console.result(&text)?;
    Ok(ExitCode::Clean)
}
