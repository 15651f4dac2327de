//! `cargo gadfly check`.

use gadfly_plan::properties::Providers;

use super::confine::confine;
use super::prepare::{Ready, prepare};
use super::publish::{ReportPlace, publish};
use crate::args::{CheckArgs, ProvidersChoice};
use crate::command_error::CommandError;
use crate::console::Console;
use crate::exit_code::ExitCode;
use crate::render;
use gadfly_session::pipeline::{CheckOrders, ItemFilter, Pipeline};

/// Inputs per case that `assume!` may refuse.
const DISCARDS: u32 = 10;

/// Tries properties, writes `report.json` and prints the results.
pub(crate) fn check(
    pipeline: &mut dyn Pipeline,
    console: &mut Console,
    typed: CheckArgs,
) -> Result<ExitCode, CommandError> {
    // Properties end by themselves: only what was typed is a limit.
    let Ready { mut job, package_dir, format, check, .. } =
        prepare(pipeline, console, &typed.subject, typed.settings())?;
    job.settings.budget.time = typed.time;
    job.settings.budget.calls = typed.random.calls;
    job.settings.tests &= !typed.no_tests;
    job.settings.write &= !typed.no_write;
    confine(&job.settings, console)?;
    let providers = typed.providers.or(check.providers).unwrap_or_default();
    let orders = CheckOrders {
        only: ItemFilter { include: typed.property, exclude: Vec::new() },
        cases: typed.cases.or(check.cases).map(std::num::NonZeroU32::get),
        discards: typed.discards.or(check.discards).unwrap_or(DISCARDS),
        providers: match providers {
            ProvidersChoice::Cheapest => Providers::Cheapest,
            ProvidersChoice::Near => Providers::Near,
            ProvidersChoice::All => Providers::All,
        },
    };
    let mut run_report = pipeline.check(&job, &orders, console)?;
    run_report.details.sandbox = Some(job.settings.sandbox);
    let place = ReportPlace { artifacts: &job.artifacts, package_dir: &package_dir, format };
    publish(console, place, &run_report, &|console| {
        let (painter, width) = (console.painter(), console.width());
        render::check_summary(&run_report, &job.artifacts.report(), painter, width)
    })?;
    Ok(ExitCode::of_report(&run_report))
}
