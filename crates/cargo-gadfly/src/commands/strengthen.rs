//! `cargo gadfly strengthen`.

use super::confine::confine;
use super::prepare::{Ready, prepare};
use crate::args::{OutputFormat, StrengthenArgs};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render::{self, StrengthenView};
use gadfly_session::artifacts;
use gadfly_session::pipeline::Pipeline;

/// Runs the crate's tests against changes, writes `report.json` and prints what they miss.
pub(crate) fn strengthen(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: StrengthenArgs,
) -> Result<ExitCode, CommandError> {
    let Ready { job, format, .. } = prepare(pipeline, console, &typed.subject, typed.settings())?;
    confine(&job.settings, console)?;
    let report = pipeline.strengthen(&job, &typed.orders(), console)?;
    let json = report.to_json();
    artifacts::write_atomically(&job.artifacts.report(), json.as_bytes())?;
    let details = report.details.strengthen.unwrap_or_default();
    let text = match format.without_findings() {
        OutputFormat::Json => json,
        OutputFormat::Human => {
            let here = std::env::current_dir().unwrap_or_default();
            let file = job.artifacts.report();
            let (report_file, here) = (file.as_path(), here.as_path());
            let view = StrengthenView { lists_all: typed.list, report_file, here };
            render::strengthen_summary(&details, &view, console.painter(), console.width())
        }
    };
    console.result(&text)?;
    let is_under = typed.fail_under.is_some_and(|least| details.score.percent() < f64::from(least));
    Ok(if is_under { ExitCode::Findings } else { ExitCode::Clean })
}
