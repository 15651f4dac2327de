//! From a crate to a harness that knows its properties.

use std::time::Instant;

use gadfly_build::fingerprint::fingerprint;
use gadfly_build::linked::{Linked, test_crates};
use gadfly_build::prepare::{HarnessSpec, PrepareStep};
use gadfly_build::prepared_file;
use gadfly_build::workspace::Optimise;
use gadfly_cargo::Subject;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::properties::EntryKind;

use crate::error::CliError;
use crate::linking::{self, LIBRARY};
use crate::pipeline::Observer;
use crate::pipeline::{CheckOrders, Job};
use crate::report::Seconds;
use crate::text;

/// A harness, and the crate as it is built there.
pub(super) struct Harness {
    pub(super) shadow: Subject,
    pub(super) prepared: Prepared,
}

/// Prepares a harness that links everything the crate's tests register.
pub(super) fn prepare(
    subject: &Subject,
    job: &Job,
    orders: &CheckOrders,
    console: &dyn Observer,
    seconds: &mut Seconds,
) -> Result<Harness, CliError> {
    let shadow = linking::shadow(subject, job)?.ok_or_else(|| no_properties(subject))?;
    let package_dir = job.artifacts.dir().join("check");
    let linked = Linked {
        tests: test_crates(&shadow.package_root),
        spell: gadfly_introspect::public_path_in_std,
    };
    let admits = |path: &str| job.settings.filter.admits(path);
    let options = format!("check {:?} {:?}", job.settings.filter, orders.providers);
    let order = HarnessSpec {
        subject: &shadow,
        fingerprint: fingerprint(subject, &options),
        package_dir,
        shared_dir: job.artifacts.shared().to_owned(),
        jobs: job.settings.jobs.get(),
        optimise: Optimise::Run,
        flavour: job.settings.flavour,
        helpers: None,
        wanted: None,
        admits: &admits,
        linked: Some(linked),
        providers: Some(orders.providers),
    };
    let prepared = match prepared_file::load(&order.record(), &order.fingerprint) {
        Some(prepared) => {
            let stage =
                console.stage("Reusing", &format!("{} {}", subject.package, subject.version));
            stage.finish(&described(&prepared));
            prepared
        }
        None => build(&order, subject, console, seconds)?,
    };
    if prepared.properties.is_empty() && prepared.asked.is_empty() {
        return Err(no_properties(subject));
    }
    Ok(Harness { shadow, prepared })
}

fn build(
    order: &HarnessSpec<'_>,
    subject: &Subject,
    console: &dyn Observer,
    seconds: &mut Seconds,
) -> Result<Prepared, CliError> {
    let stage = console.stage("Building", &format!("{} {}", subject.package, subject.version));
    let start = Instant::now();
    let entries = order.entries()?;
    seconds.build = start.elapsed().as_secs_f64();
    let is_checked = |kind| matches!(kind, EntryKind::Property | EntryKind::Invariant);
    let count = entries.iter().filter(|entry| is_checked(entry.kind)).count();
    if count == 0 && !entries.iter().any(|entry| entry.kind == EntryKind::Values) {
        return Err(no_properties(subject));
    }
    stage.finish(&properties(count));
    let stage = console.stage("Reading", &format!("{} {}", subject.package, subject.version));
    let start = Instant::now();
    let introspection = gadfly_introspect::introspect(subject, &order.target_dir(), &mut |_| {})?;
    seconds.introspect = start.elapsed().as_secs_f64();
    let model = introspection.model;
    let public = gadfly_plan::reach::counted(&model).count();
    stage.finish(&text::count(public as u64, "public function"));
    let stage = console.stage("Checking", "callable functions");
    let start = Instant::now();
    let planned = order.plan_for(&model, entries, &mut |progress| {
        if let PrepareStep::Asked(round) = progress {
            stage.update(&format!("{} of {public} after round {}", round.callable, round.number));
        }
    })?;
    seconds.check = start.elapsed().as_secs_f64();
    let callable = planned.functions.iter().filter(|function| function.callable).count();
    stage.finish(&text::count(callable as u64, "participating function"));
    let stage = console.stage("Building", "harness");
    let start = Instant::now();
    let prepared = order.build(planned, &mut |_| {})?;
    seconds.build += start.elapsed().as_secs_f64();
    stage.finish(&described(&prepared));
    Ok(prepared)
}

fn described(prepared: &Prepared) -> String {
    let built = prepared.operations.iter().filter(|operation| operation.is_built).count();
    let makers = built.saturating_sub(prepared.properties.len() + prepared.asked.len());
    let operations = text::count(makers as u64, "operation");
    format!("{}, {operations} to make inputs", properties(prepared.properties.len()))
}

fn properties(count: usize) -> String {
    match count {
        1 => "1 property".to_owned(),
        count => format!("{count} properties"),
    }
}

fn no_properties(subject: &Subject) -> CliError {
    CliError::Usage {
        message: format!("{} has no properties to check", subject.package),
        help: Some(format!(
            "`cargo add --dev {LIBRARY}`, and mark a function under #[cfg(test)] with \
             #[{LIBRARY}::check]"
        )),
    }
}
