//! `cargo gadfly learn`.

use super::confine::confine;
use super::prepare::{Ready, prepare};
use crate::args::{LearnArgs, OutputFormat};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render;
use gadfly_session::artifacts;
use gadfly_session::pipeline::Pipeline;

/// Traces, learns, writes `report.json` and prints what was learned.
pub(crate) fn learn(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: LearnArgs,
) -> Result<ExitCode, CommandError> {
    let Ready { job, format, learn, .. } =
        prepare(pipeline, console, &typed.subject, typed.settings())?;
    confine(&job.settings, console)?;
    let mut learning = pipeline.learn(&job, &typed.orders(learn), console)?;
    let report = &mut learning.report;
    report.details.sandbox = Some(job.settings.sandbox);
    let json = report.to_json();
    let file = job.artifacts.report();
    artifacts::write_atomically(&file, json.as_bytes())?;
    let text = match (learning.shown, format) {
        (Some(pictures), _) => pictures,
        (None, OutputFormat::Json) => json,
        (None, OutputFormat::Human) => {
            let (painter, width) = (console.painter(), console.width());
            let here = std::env::current_dir().unwrap_or_default();
            let shown = typed.orders(Default::default()).types;
            render::learn_summary(report, &shown, &here, &file, painter, width)
        }
    };
    console.result(&text)?;
    Ok(ExitCode::Clean)
}
