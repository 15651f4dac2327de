//! `cargo gadfly exhaust`.

use gadfly_wire::ExhaustMode;

use super::confine::confine;
use super::prepare::{Ready, prepare};
use super::publish::{ReportPlace, publish};
use crate::args::{ExhaustArgs, ReportFormat};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render::{self, ExhaustView, InputPages};
use gadfly_session::error::SessionError;
use gadfly_session::pipeline::{Pipeline, ValidInput};
use gadfly_session::report::RunReport;

/// Searches, writes `report.json` and prints what was found.
pub(crate) fn exhaust(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: ExhaustArgs,
) -> Result<ExitCode, CommandError> {
    // A budget of gadfly.toml is meant for searches that have no end of their own.
    let Ready { mut job, package_dir, format, .. } =
        prepare(pipeline, console, &typed.subject, typed.settings())?;
    job.settings.budget.time = typed.time;
    job.settings.resume = !typed.from_scratch;
    job.settings.write &= job.settings.tests && !typed.no_tests;
    confine(&job.settings, console)?;
    let orders = typed.orders();
    let mut shown = ShownInputs::new(console, orders.mode, format);
    let mut report = pipeline.exhaust(&job, &orders, console, &mut |input| shown.take(input))?;
    let ShownInputs { structures, pages, printed, .. } = shown;
    printed?;
    pages.write(&mut report, &job.artifacts.exhaust())?;
    report.details.structures = structures;
    report.details.sandbox = Some(job.settings.sandbox);
    let place = ReportPlace { artifacts: &job.artifacts, package_dir: &package_dir, format };
    publish(console, place, &report, &|console| {
        let (painter, width) = (console.painter(), console.width());
        let here = std::env::current_dir().unwrap_or_default();
        let file = job.artifacts.report();
        let view = ExhaustView { mode: orders.mode, report_file: &file, here: &here };
        render::exhaust_summary(&report, &view, painter, width)
    })?;
    ended(&report)
}

/// The exit code of a run. A function that could not be searched is a mistake of its author, unless others failed.
fn ended(report: &RunReport) -> Result<ExitCode, CommandError> {
    if report.has_bugs() {
        return Ok(ExitCode::Findings);
    }
    let mut functions = report.details.exhaust.iter().flat_map(|exhaust| &exhaust.functions);
    match functions.find(|function| function.error.is_some()) {
        None => Ok(ExitCode::Clean),
        Some(failed) => Err(CommandError::Session(SessionError::Usage {
            message: format!("{} could not be searched", failed.function),
            help: Some("the reason stands above; the other functions were searched".to_owned()),
        })),
    }
}

/// Valid inputs as they come: printed, part of the document, or drawn.
struct ShownInputs<'a> {
    console: &'a Console,
    mode: ExhaustMode,
    structures: Option<Vec<String>>,
    pages: InputPages,
    printed: Result<(), CommandError>,
}

impl<'a> ShownInputs<'a> {
    fn new(console: &'a Console, mode: ExhaustMode, format: ReportFormat) -> Self {
        let is_document = mode == ExhaustMode::Show && format != ReportFormat::Human;
        let structures = is_document.then(Vec::new);
        Self { console, mode, structures, pages: InputPages::new(mode), printed: Ok(()) }
    }

    fn take(&mut self, input: ValidInput) {
        match (&mut self.structures, self.mode) {
            (Some(structures), _) => structures.push(input.text),
            (None, ExhaustMode::Draw) => self.pages.add(&input),
            (None, _) => {
                let printed = self.console.result(&format!("{}\n", input.text));
                if self.printed.is_ok() {
                    self.printed = printed;
                }
            }
        }
    }
}
