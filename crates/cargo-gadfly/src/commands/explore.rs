//! `cargo gadfly explore`.

use super::confine::confine;
use super::prepare::{Ready, prepare};
use super::publish::{ReportPlace, publish};
use crate::args::{ExploreArgs, ProfileChoice};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render;
use gadfly_session::pipeline::{LearnedUse, Pipeline};

/// Searches, writes `report.json` and prints the findings.
pub(crate) fn explore(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: ExploreArgs,
) -> Result<ExitCode, CommandError> {
    let Ready { mut job, package_dir, format, .. } =
        prepare(pipeline, console, &typed.subject, typed.settings())?;
    let settings = &mut job.settings;
    settings.tests &= !typed.no_tests;
    settings.write &= !typed.no_write;
    settings.ignore_failing |= typed.ignore_failing;
    settings.keep_going |= typed.keep_going_after_panic;
    if let Some(profile) = typed.profile {
        settings.flavour.is_release = profile == ProfileChoice::Release;
    }
    settings.flavour.is_sanitized |= typed.sanitize.is_some();
    settings.resume = typed.resume;
    settings.learned = match (typed.learned, typed.no_learned) {
        (_, true) => LearnedUse::Never,
        (true, _) => LearnedUse::Always,
        _ => LearnedUse::IfKnown,
    };
    confine(&job.settings, console)?;
    let mut run_report = pipeline.explore(&job, console)?;
    run_report.details.sandbox = Some(job.settings.sandbox);
    let place = ReportPlace { artifacts: &job.artifacts, package_dir: &package_dir, format };
    publish(console, place, &run_report, &|console| {
        let (painter, width) = (console.painter(), console.width());
        render::run_summary(&run_report, &job.artifacts.report(), typed.all, painter, width)
    })?;
    if run_report.details.is_complete() {
        // Everything is in the report now; a journal that stays is replaced by the next run.
        let _ = std::fs::remove_file(job.artifacts.journal());
    }
    Ok(ExitCode::of_report(&run_report))
}
