//! From a crate to its harness: read, ask, build, or find everything unchanged.

use std::time::Instant;

use gadfly_build::fingerprint::fingerprint;
use gadfly_build::helpers::Helpers;
use gadfly_build::prepare::{HarnessPlan, HarnessSpec, PrepareStep};
use gadfly_build::prepared_file;
use gadfly_build::workspace::{Flavour, Optimise};
use gadfly_cargo::Subject;
use gadfly_plan::prepared::{FunctionRecord, Prepared};
use gadfly_plan::properties::{EntryKind, ListedEntry};

use super::{kept_listing, linking};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::pipeline::Observer;
use crate::report::Seconds;
use crate::text;

/// The status of every public function; nothing is built for it.
pub(crate) fn functions(
    subject: &Subject,
    job: &Job,
    console: &dyn Observer,
) -> Result<Vec<FunctionRecord>, CliError> {
    let admits = |path: &str| job.settings.filter.admits(path);
    let order = order(subject, job, &admits)?;
    let from_harness = || Some(prepared_file::load(&order.record(), &order.fingerprint)?.functions);
    let known = from_harness().or_else(|| kept_listing::load(&job.artifacts, &order.fingerprint));
    if let Some(functions) = known {
        let callable = functions.iter().filter(|function| function.callable).count();
        reuse(subject, console, callable, functions.len());
        return Ok(functions);
    }
    let mut seconds = Seconds::default();
    let functions = plan(&order, subject, Vec::new(), console, &mut seconds)?.functions;
    kept_listing::store(&job.artifacts, &order.fingerprint, &functions)?;
    Ok(functions)
}

/// A harness, and the crate as it is built there.
pub(crate) struct Harness {
    pub(crate) built: Subject,
    pub(crate) prepared: Prepared,
}

/// A harness that can be run. Where the crate says what holds for its values at any time, that is part of it.
pub(crate) fn prepare(
    subject: &Subject,
    job: &Job,
    console: &dyn Observer,
    seconds: &mut Seconds,
) -> Result<Harness, CliError> {
    if let Some(shadow) = linking::with_invariants(subject, job)? {
        match prepare_linked(subject, &shadow, job, console, seconds) {
            Ok(Some(prepared)) => return Ok(Harness { built: shadow, prepared }),
            Ok(None) => {}
            Err(CliError::Interrupted) => return Err(CliError::Interrupted),
            Err(error) => console.warn(&format!("invariants are not checked: {error}")),
        }
    }
    let admits = |path: &str| job.settings.filter.admits(path);
    let order = order(subject, job, &admits)?;
    if let Some(prepared) = prepared_file::load(&order.record(), &order.fingerprint) {
        reuse(subject, console, prepared.callable(), prepared.functions.len());
        return Ok(Harness { built: subject.clone(), prepared });
    }
    let ahead = order.ahead()?;
    let prepared = std::thread::scope(|scope| {
        scope.spawn(|| ahead.run());
        let planned = plan(&order, subject, Vec::new(), console, seconds)?;
        build(&order, planned, console, seconds)
    })?;
    Ok(Harness { built: subject.clone(), prepared })
}

/// A harness of the crate built with its test code; nothing if that registers no invariant after all.
fn prepare_linked(
    subject: &Subject,
    shadow: &Subject,
    job: &Job,
    console: &dyn Observer,
    seconds: &mut Seconds,
) -> Result<Option<Prepared>, CliError> {
    let admits = |path: &str| job.settings.filter.admits(path);
    let usual = order(subject, job, &admits)?;
    let order = HarnessSpec {
        subject: shadow,
        fingerprint: format!("{} linked", usual.fingerprint),
        package_dir: usual.package_dir.join("linked"),
        linked: Some(linking::library_alone()),
        ..usual
    };
    if let Some(prepared) = prepared_file::load(&order.record(), &order.fingerprint) {
        reuse(subject, console, prepared.callable(), prepared.functions.len());
        return Ok(Some(prepared));
    }
    let stage = console.stage("Building", &format!("{} {}", subject.package, subject.version));
    let entries = order.entries()?;
    let invariants = entries.iter().filter(|entry| entry.kind == EntryKind::Invariant).count();
    stage.finish(&text::count(invariants as u64, "invariant"));
    if invariants == 0 {
        return Ok(None);
    }
    let planned = plan(&order, subject, entries, console, seconds)?;
    build(&order, planned, console, seconds).map(Some)
}

/// Builds what was planned; cargo waits by itself for what is being built ahead.
fn build(
    order: &HarnessSpec<'_>,
    planned: HarnessPlan,
    console: &dyn Observer,
    seconds: &mut Seconds,
) -> Result<Prepared, CliError> {
    let stage = console.stage("Building", "harness");
    let start = Instant::now();
    let prepared = order.build(planned, &mut |progress| {
        if let PrepareStep::Compiling { operations } = progress {
            stage.update(&text::count(operations as u64, "operation"));
        }
    })?;
    seconds.build = start.elapsed().as_secs_f64();
    let built = prepared.operations.iter().filter(|operation| operation.is_built).count();
    stage.finish(&text::count(built as u64, "operation"));
    Ok(prepared)
}

/// Nothing has changed since the last run.
fn reuse(subject: &Subject, console: &dyn Observer, callable: usize, public: usize) {
    let stage = console.stage("Reusing", &format!("{} {}", subject.package, subject.version));
    stage.finish(&described(callable, public));
}

/// Finds out what can be called of the crate, as its callers see it.
fn plan(
    order: &HarnessSpec<'_>,
    subject: &Subject,
    entries: Vec<ListedEntry>,
    console: &dyn Observer,
    seconds: &mut Seconds,
) -> Result<HarnessPlan, CliError> {
    let stage = console.stage("Reading", &format!("{} {}", subject.package, subject.version));
    let start = Instant::now();
    let introspection =
        gadfly_introspect::introspect(subject, &order.target_dir(), &mut |progress| {
            if let gadfly_introspect::IntrospectStep::Describing { package } = progress {
                stage.update(&format!("describing {package}"));
            }
        })?;
    seconds.introspect = start.elapsed().as_secs_f64();
    let mut model = introspection.model;
    if let Some(helpers) = &order.helpers {
        let offered = helpers.offered(&model)?;
        for (name, reason) in offered.left_out {
            console.warn(&format!("ignoring helper `{name}`: {reason}"));
        }
        model.functions.extend(offered.functions);
    }
    let public = gadfly_plan::reach::counted(&model).count();
    stage.finish(&text::count(public as u64, "public function"));

    let stage = console.stage("Checking", "callable functions");
    let start = Instant::now();
    let planned = order.plan_for(&model, entries, &mut |progress| {
        if let PrepareStep::Asked(round) = progress {
            let (callable, number) = (round.callable, round.number);
            stage.update(&format!("{callable} of {public} after round {number}"));
        }
    })?;
    seconds.check = start.elapsed().as_secs_f64();
    let callable = planned.functions.iter().filter(|function| function.callable).count();
    stage.finish(&described(callable, public));
    Ok(planned)
}

/// What is to be made, and where: in the flavour that settings ask for.
pub(crate) fn order<'o>(
    subject: &'o Subject,
    job: &Job,
    admits: &'o dyn Fn(&str) -> bool,
) -> Result<HarnessSpec<'o>, CliError> {
    order_of(subject, job, job.settings.flavour, admits)
}

/// The same in any flavour.
pub(crate) fn order_of<'o>(
    subject: &'o Subject,
    job: &Job,
    flavour: Flavour,
    admits: &'o dyn Fn(&str) -> bool,
) -> Result<HarnessSpec<'o>, CliError> {
    let package_dir = job.artifacts.dir().to_owned();
    let shared_dir = job.artifacts.shared().to_owned();
    let file = job.settings.helpers.as_deref();
    let helpers = file.map(|file| Helpers::new(&subject.package_root, file)).transpose()?;
    let text = helpers.as_ref().map(Helpers::text).transpose()?;
    let wanted = job.settings.instance.clone();
    let options = format!("{:?} {text:?} {wanted:?}", job.settings.filter);
    Ok(HarnessSpec {
        subject,
        fingerprint: fingerprint(subject, &options),
        package_dir,
        shared_dir,
        jobs: job.settings.jobs.get(),
        optimise: Optimise::Run,
        flavour,
        helpers,
        wanted,
        admits,
        linked: None,
        providers: None,
    })
}

fn described(callable: usize, public: usize) -> String {
    match (public, public - callable) {
        (0, _) => "no public functions".to_owned(),
        (1, 0) => "the only public function is callable".to_owned(),
        (_, 0) => format!("all {public} public functions are callable"),
        (_, skipped) => format!("{callable} callable, {skipped} skipped"),
    }
}

#[cfg(test)]
mod tests {
    use super::described;

    #[test]
    fn counts_are_shown_in_fitting_words() {
        assert_eq!(described(0, 0), "no public functions");
        assert_eq!(described(1, 1), "the only public function is callable");
        assert_eq!(described(23, 23), "all 23 public functions are callable");
        assert_eq!(described(138, 141), "138 callable, 3 skipped");
    }
}
