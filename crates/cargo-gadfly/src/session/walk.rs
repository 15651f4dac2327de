//! The search: a random walk in the harness, reported as it goes.

use std::collections::BTreeSet;
use std::time::Duration;

use gadfly_cargo::Subject;
use gadfly_harness::prepared::Prepared;
use gadfly_harness::run::run_harness;
use gadfly_wire::{Event, Mode, OperationCounts, RunConfig};

use super::findings::Findings;
use super::harness;
use crate::console::{Console, Stage};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::report::{RunReport, SkippedItem};

/// Prepares the harness, walks, and reports.
pub(super) fn walk(subject: &Subject, job: &Job, console: &Console) -> Result<RunReport, CliError> {
    let settings = &job.settings;
    let mut report = RunReport::new("explore", &subject.package, &subject.version, settings.seed);
    let prepared = harness::prepare(subject, job, console, &mut report.seconds)?;
    console.warn("there is no sandbox yet: calls run in a child process, but with your rights");
    let stage = console.stage("Exploring", "");
    let mut findings = Findings::new(subject, &prepared);
    let mut totals = Totals::default();
    run_harness(
        &prepared.binary,
        &job.artifacts.dir().join("run"),
        config(subject, job, &prepared),
        &mut |event| {
            if let Event::Progress { calls, states, millis, .. } = &event {
                show_progress(
                    &stage,
                    settings.budget.time,
                    *calls,
                    *states,
                    *millis,
                    findings.len(),
                );
            }
            if let Some(finding) = findings.take(&event) {
                console.finding(&finding);
            }
            totals.take(event);
        },
    )?;
    let seconds = totals.millis as f64 / 1000.0;
    let per_second = if seconds > 0.0 { totals.calls as f64 / seconds } else { 0.0 };
    stage.finish(&format!("{} calls in {} sequences", totals.calls, totals.sequences));
    report.seconds.search = seconds;
    report.calls = totals.calls;
    report.sequences = totals.sequences;
    report.calls_per_second = per_second;
    count_functions(&prepared, &totals.operations, &mut report);
    report.skipped = skipped(&prepared);
    report.findings = findings.into_report(&totals.panics_seen);
    Ok(report)
}

#[derive(Default)]
struct Totals {
    calls: u64,
    sequences: u64,
    millis: u64,
    operations: Vec<OperationCounts>,
    panics_seen: Vec<u64>,
}

impl Totals {
    fn take(&mut self, event: Event) {
        if let Event::Summary { calls, sequences, millis, operations, panics_seen, .. } = event {
            *self = Totals { calls, sequences, millis, operations, panics_seen };
        }
    }
}

fn config(subject: &Subject, job: &Job, prepared: &Prepared) -> RunConfig {
    let budget = job.settings.budget;
    let time = budget.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    RunConfig {
        plan_path: prepared.plan.to_string_lossy().into_owned(),
        subject_prefixes: vec![subject.package_root.to_string_lossy().into_owned()],
        seed: job.settings.seed,
        time_budget_ms: time,
        calls_budget: budget.calls,
        mode: Mode::Walk,
        hang_ms: hang_ms(time),
        ..RunConfig::default()
    }
}

/// How long a call may take: in a short run less, so that a few that do not come back do not eat it.
fn hang_ms(time: Option<u64>) -> u32 {
    time.map_or(1000, |time| (time / 40).clamp(250, 1000) as u32)
}

fn show_progress(
    stage: &Stage<'_>,
    budget: Option<Duration>,
    calls: u64,
    states: u64,
    millis: u64,
    findings: usize,
) {
    let per_second = calls * 1000 / millis.max(1) / 1000;
    stage.update(&format!("{per_second}k calls/s · {states} states · {findings} findings"));
    if let Some(budget) = budget {
        stage.progress(millis, u64::try_from(budget.as_millis()).unwrap_or(u64::MAX));
    }
}

fn count_functions(prepared: &Prepared, counts: &[OperationCounts], report: &mut RunReport) {
    let mut called = BTreeSet::new();
    let mut returned = BTreeSet::new();
    for (operation, counts) in prepared.operations.iter().zip(counts) {
        let Some(function) = operation.function else { continue };
        if counts.called > 0 {
            called.insert(function);
        }
        if counts.returned > 0 {
            returned.insert(function);
        }
    }
    report.functions.public = prepared.functions.len() as u64;
    report.functions.callable = prepared.callable() as u64;
    report.functions.called = called.len() as u64;
    report.functions.returned = returned.len() as u64;
    let never: Vec<String> = prepared
        .functions
        .iter()
        .zip(0u32..)
        .filter(|(function, index)| function.callable && !returned.contains(index))
        .map(|(function, _)| function.path.clone())
        .collect();
    report.extra.insert("never_returned".to_owned(), never.into());
}

fn skipped(prepared: &Prepared) -> Vec<SkippedItem> {
    prepared
        .functions
        .iter()
        .filter_map(|function| {
            let reason = function.reason.clone()?;
            Some(SkippedItem { item: function.path.clone(), reason })
        })
        .collect()
}
