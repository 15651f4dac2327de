//! `cargo gadfly learn`.

use std::time::Duration;

use super::confine::confine;
use super::prepare::{Ready, prepare};
use super::publish::{ReportPlace, publish};
use crate::args::{LearnArgs, ReportFormat};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render;
use gadfly_session::pipeline::{Pipeline, SearchBudget};

/// The default of `--time`.
const TIME: Duration = Duration::from_secs(30);

/// Traces, learns, searches, writes `report.json` and prints what was learned.
pub(crate) fn learn(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: LearnArgs,
) -> Result<ExitCode, CommandError> {
    let Ready { mut job, package_dir, format, learn, .. } =
        prepare(pipeline, console, &typed.subject, typed.settings())?;
    if typed.time.is_none() && typed.random.calls.is_none() {
        job.settings.budget = SearchBudget { time: Some(TIME), calls: None };
    }
    job.settings.write &= !typed.no_write;
    confine(&job.settings, console)?;
    let mut learning = pipeline.learn(&job, &typed.orders(learn), console)?;
    learning.report.details.sandbox = Some(job.settings.sandbox);
    // Pictures that were asked for are printed in place of the report.
    let format = if learning.shown.is_some() { ReportFormat::Human } else { format };
    let place = ReportPlace { artifacts: &job.artifacts, package_dir: &package_dir, format };
    publish(console, place, &learning.report, &|console| {
        if let Some(pictures) = &learning.shown {
            return pictures.clone();
        }
        let (painter, width) = (console.painter(), console.width());
        let (here, file) = (std::env::current_dir().unwrap_or_default(), job.artifacts.report());
        let shown = typed.orders(Default::default()).types;
        render::learn_summary(&learning.report, &shown, &here, &file, painter, width)
    })?;
    Ok(if learning.report.has_bugs() { ExitCode::Findings } else { ExitCode::Clean })
}
