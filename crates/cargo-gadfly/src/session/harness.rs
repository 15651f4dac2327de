//! From a crate to its harness: read, ask, build, or find everything unchanged.

use std::time::Instant;

use gadfly_cargo::Subject;
use gadfly_harness::fingerprint::fingerprint;
use gadfly_harness::prepare::{Order, Planned, Progress};
use gadfly_harness::prepared::{FunctionRecord, Prepared};
use gadfly_harness::workshop::Optimise;

use crate::console::Console;
use crate::error::CliError;
use crate::pipeline::Job;
use crate::report::Seconds;

/// The status of every public function; nothing is built for it.
pub(super) fn functions(
    subject: &Subject,
    job: &Job,
    console: &Console,
) -> Result<Vec<FunctionRecord>, CliError> {
    let admits = |path: &str| job.settings.filter.admits(path);
    let order = order(subject, job, &admits);
    if let Some(prepared) = Prepared::load(&order.record(), &order.fingerprint) {
        return Ok(prepared.functions);
    }
    let mut seconds = Seconds::default();
    Ok(plan(&order, console, &mut seconds)?.functions)
}

/// A harness that can be run.
pub(super) fn prepare(
    subject: &Subject,
    job: &Job,
    console: &Console,
    seconds: &mut Seconds,
) -> Result<Prepared, CliError> {
    let admits = |path: &str| job.settings.filter.admits(path);
    let order = order(subject, job, &admits);
    if let Some(prepared) = Prepared::load(&order.record(), &order.fingerprint) {
        let stage = console.stage("Reusing", &format!("{} {}", subject.package, subject.version));
        stage.finish(&described(prepared.callable(), prepared.functions.len()));
        return Ok(prepared);
    }
    let ahead = order.ahead()?;
    std::thread::scope(|scope| {
        scope.spawn(|| ahead.run());
        let planned = plan(&order, console, seconds)?;
        build(&order, planned, console, seconds)
    })
}

/// Builds what was planned; cargo waits by itself for what is being built ahead.
fn build(
    order: &Order<'_>,
    planned: Planned,
    console: &Console,
    seconds: &mut Seconds,
) -> Result<Prepared, CliError> {
    let stage = console.stage("Building", "harness");
    let start = Instant::now();
    let prepared = order.build(planned, &mut |progress| {
        if let Progress::Compiling { operations } = progress {
            stage.update(&format!("{operations} operations"));
        }
    })?;
    seconds.build = start.elapsed().as_secs_f64();
    stage.finish(&described(prepared.callable(), prepared.functions.len()));
    Ok(prepared)
}

fn plan(order: &Order<'_>, console: &Console, seconds: &mut Seconds) -> Result<Planned, CliError> {
    let subject = order.subject;
    let stage = console.stage("Reading", &format!("{} {}", subject.package, subject.version));
    let start = Instant::now();
    let introspection =
        gadfly_introspect::introspect(subject, &order.target_dir(), &mut |progress| {
            if let gadfly_introspect::Progress::Describing { package } = progress {
                stage.update(&format!("describing {package}"));
            }
        })?;
    seconds.introspect = start.elapsed().as_secs_f64();
    let model = introspection.model;
    let public = gadfly_harness::plan::worklist::counted(&model).count();
    stage.finish(&format!("{public} public functions"));

    let stage = console.stage("Checking", "what can be called");
    let start = Instant::now();
    let planned = order.plan(&model, &mut |progress| {
        if let Progress::Asked(round) = progress {
            stage.update(&format!("{} callable after round {}", round.callable, round.number));
        }
    })?;
    seconds.check = start.elapsed().as_secs_f64();
    let callable = planned.functions.iter().filter(|function| function.callable).count();
    stage.finish(&described(callable, public));
    Ok(planned)
}

fn order<'o>(subject: &'o Subject, job: &Job, admits: &'o dyn Fn(&str) -> bool) -> Order<'o> {
    let package_dir = job.artifacts.dir().to_owned();
    let shared_dir = package_dir.parent().map_or_else(|| package_dir.clone(), ToOwned::to_owned);
    let options = format!("{:?}", job.settings.filter);
    Order {
        subject,
        fingerprint: fingerprint(subject, &options),
        package_dir,
        shared_dir,
        jobs: job.settings.jobs.get(),
        optimise: Optimise::Run,
        admits,
    }
}

fn described(callable: usize, public: usize) -> String {
    match public - callable {
        0 => format!("all {public} public functions are callable"),
        skipped => {
            format!("{callable} callable, {skipped} skipped (list them: cargo gadfly list)")
        }
    }
}
