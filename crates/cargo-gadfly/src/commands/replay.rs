//! `cargo gadfly replay`.

use super::confine::confine;
use super::prepare::{Ready, prepare};
use crate::args::{OutputFormat, ReplayArgs};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render;
use gadfly_session::pipeline::{Pipeline, ReplayRequest};

/// Runs the test of one finding and prints how it ended.
pub(crate) fn replay(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: ReplayArgs,
) -> Result<ExitCode, CommandError> {
    let Ready { job, format, .. } = prepare(pipeline, console, &typed.subject, typed.settings())?;
    confine(&job.settings, console)?;
    let request = ReplayRequest { id: typed.id, backtrace: typed.backtrace };
    let replay = pipeline.replay(&job, &request, console)?;
    let text = match format.without_findings() {
        OutputFormat::Human => render::replay_summary(&replay, typed.debugger, console.painter()),
        OutputFormat::Json => replay.to_json(),
    };
    console.result(&text)?;
    Ok(if replay.fails { ExitCode::Findings } else { ExitCode::Clean })
}
