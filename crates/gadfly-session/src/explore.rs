//! The search: a random walk in the harness, reported as it goes.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use gadfly_build::prepare::sources_of;
use gadfly_build::run::{HarnessError, run_processes};
use gadfly_cargo::{RunError, Subject};
use gadfly_learn::Learned;
use gadfly_model::rust_path;
use gadfly_plan::prepared::{FunctionRecord, Prepared};
use gadfly_wire::{Event, Mode, OperationCounts, RunConfig};

use crate::deliver::passing::PassingTests;
use crate::deliver::pipeline::{Seen, Subjects, deliver};
use crate::error::CliError;
use crate::findings::collect::Findings;
use crate::harness::{self, Harness};
use crate::learn;
use crate::pipeline::{ItemFilter, Job, LearnOrders, LearnedUse, Observer, StageProgress};
use crate::report::{Coverage, RunReport, SkippedItem};
use crate::search::early_end::early_end;
use crate::search::journal::{self, InterruptedRun, RunJournal, take_up};
use crate::search::processes::{available_memory, processes};
use crate::search::totals::{Sum, Totals};
use crate::skip_reason::skip_reason;
use crate::text;

/// How many sequences of an interrupted run the search starts from.
const MOST_SEEDS: usize = 4000;

/// Prepares the harness, walks, and reports. A walk that is interrupted reports what it found.
pub(crate) fn explore(
    subject: &Subject,
    job: &Job,
    console: &dyn Observer,
) -> Result<RunReport, CliError> {
    let settings = &job.settings;
    let mut report = RunReport::new("explore", &subject.package, &subject.version, settings.seed);
    let learned = learned(subject, job, console)?;
    let Harness { built, prepared } = harness::prepare(subject, job, console, &mut report.seconds)?;
    let (prepared, along) = match &learned {
        Some(learned) => learn::seeds(subject, job, (&built, prepared), learned)?,
        None => (prepared, Vec::new()),
    };
    report.details.explore.learned = learned.is_some().then_some(along.len() as u64);
    let stage = console.stage("Exploring", "");
    if let Some(calls) = settings.budget.calls {
        stage.update(&format!("up to {} calls", text::magnitude(calls)));
    }
    let mut findings = Findings::new(&built, &prepared, settings.flavour, &settings.triage);
    let (mut journal, earlier) = open_journal(job, &prepared, console)?;
    let mut kept = Vec::new();
    for event in earlier {
        if let Some(finding) = findings.take(&event) {
            console.finding(&finding);
        }
        if let Event::Kept { sequence, .. } = event {
            kept.push(sequence);
        }
    }
    let config = run_config(&built, job, &prepared);
    let seeds = kept.iter().chain(&along).take(MOST_SEEDS).cloned().collect();
    let orders = RunConfig { seeds, ..config.clone() };
    let (jobs, memory) = (settings.jobs.get(), available_memory());
    let processes = processes(job.artifacts.dir(), settings.budget.calls, jobs, memory, orders);
    let mut totals = Totals::of(processes.len());
    let start = Instant::now();
    let run = run_processes(&prepared.binary, processes, &mut |process, event| {
        if !journal::fits(&event, &prepared) {
            return;
        }
        let event = totals.renumbered(process, event);
        journal.note(&event);
        if let Some(finding) = findings.take(&event) {
            console.finding(&finding);
        }
        if let Event::Kept { sequence, .. } = &event {
            kept.push(sequence.clone());
        }
        totals.take(process, event);
        show_progress(&*stage, settings.budget.time, &totals.sum(), findings.bugs());
    });
    report.seconds.search = start.elapsed().as_secs_f64();
    journal.end()?;
    let is_interrupted = match run {
        Err(HarnessError::Run(RunError::Interrupted)) => true,
        Err(HarnessError::Killed { status, last_operation, .. }) => {
            let status = early_end(&status, last_operation, &prepared);
            console.warn(&format!("the search ended early ({status}): its findings so far follow"));
            report.details.ended_early = Some(status);
            false
        }
        other => {
            other?;
            false
        }
    };
    if is_interrupted {
        report.details.interrupted = true;
    }
    if totals.is_given_up() && report.details.ended_early.is_none() {
        let why = "the crate's code kept ending the search, or leaked too much memory";
        console.warn(&format!("{why}: its findings so far follow"));
        report.details.ended_early = Some(why.to_owned());
    }
    let minutes = totals.calls_by_minute().to_vec();
    let totals = totals.sum();
    report.calls = totals.calls;
    report.sequences = totals.sequences;
    report.details.explore.calls_by_minute = Some(minutes);
    // Where the same must come out every time, time is not taken.
    if settings.budget.time.is_some() {
        report.details.explore.recoveries = Some(totals.recoveries);
    }
    report.coverage = totals.coverage.map(|counts| Coverage {
        subject_edges_hit: counts.hit.into(),
        subject_edges: counts.all.into(),
    });
    report.calls_per_second = totals.calls as f64 / report.seconds.search.max(1e-3);
    stage.finish(&format!("{} calls/s", text::rate(report.calls_per_second)));
    count_functions(&prepared, &totals.operations, &mut report);
    report.skipped = skipped(&prepared, &settings.filter);
    let found = findings.into_found(&totals.panics_seen);
    if is_interrupted || !settings.tests {
        report.findings = found.into_iter().map(|found| found.finding).collect();
    } else {
        report.findings = found.iter().map(|found| found.finding.clone()).collect();
        let seen = Seen { found, kept, passing: PassingTests::Regression };
        match deliver(
            Subjects { subject, built: &built },
            job,
            console,
            &prepared,
            &config,
            seen,
            &mut report,
        ) {
            // Findings are reported, proven or not.
            Err(CliError::Interrupted) => {
                report.details.interrupted = true;
            }
            Err(error) => {
                console.warn(&format!("no tests could be made: {error}"));
                report.fail_tests(error.to_string());
            }
            Ok(()) => {}
        }
    }
    Ok(report)
}

/// Models of the crate's own tests, if they are to be used and there are some.
fn learned(
    subject: &Subject,
    job: &Job,
    console: &dyn Observer,
) -> Result<Option<Learned>, CliError> {
    let usage = job.settings.learned;
    if usage == LearnedUse::Never {
        return Ok(None);
    }
    let known = learn::known(subject, &job.artifacts);
    if known.is_some() || usage == LearnedUse::IfKnown {
        return Ok(known);
    }
    let mut report = RunReport::default();
    let orders = LearnOrders::default();
    let (learned, _) = learn::models(subject, job, &orders, console, &mut report)?;
    Ok(Some(learned))
}

/// A journal to write to, and what an interrupted run left in it.
fn open_journal(
    job: &Job,
    prepared: &Prepared,
    console: &dyn Observer,
) -> Result<(RunJournal, Vec<Event>), CliError> {
    let left = match job.settings.resume {
        true => take_up(&job.artifacts, prepared),
        false => InterruptedRun::Nothing,
    };
    match left {
        InterruptedRun::Events { events, whole, is_torn } => {
            let stage = console.stage("Resuming", "");
            let count = text::count(events.len() as u64, "event");
            let torn = if is_torn { ", the last one torn" } else { "" };
            stage.finish(&format!("{count} of the interrupted run{torn}"));
            return Ok((RunJournal::go_on(&job.artifacts, whole)?, events));
        }
        InterruptedRun::Foreign => console
            .warn("the interrupted run cannot be resumed: the crate or gadfly has changed since"),
        InterruptedRun::Nothing if job.settings.resume => {
            console.warn("there is no interrupted run to resume: starting a new one");
        }
        InterruptedRun::Nothing => {}
    }
    Ok((RunJournal::begin(&job.artifacts, &prepared.fingerprint)?, Vec::new()))
}

/// The configuration of a search's harness.
pub(crate) fn run_config(subject: &Subject, job: &Job, prepared: &Prepared) -> RunConfig {
    let budget = job.settings.budget;
    let time = budget.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    RunConfig {
        plan_path: prepared.plan.to_string_lossy().into_owned(),
        subject_prefixes: vec![sources_of(subject).to_string_lossy().into_owned()],
        seed: job.settings.seed,
        time_budget_ms: time,
        calls_budget: budget.calls,
        mode: Mode::Explore,
        hang_ms: hang_ms(time),
        plateau_ms: job
            .settings
            .plateau
            .map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        direction: job.settings.direction,
        keep_going: job.settings.keep_going,
        sanitized: job.settings.flavour.is_sanitized,
        coverage_path: prepared.edges.as_ref().map(|path| path.to_string_lossy().into_owned()),
        ..RunConfig::default()
    }
}

/// How long a call may take: in a short run less, so that a few that do not come back do not eat it.
fn hang_ms(time: Option<u64>) -> u32 {
    time.map_or(1000, |time| (time / 40).clamp(250, 1000) as u32)
}

fn show_progress(stage: &dyn StageProgress, budget: Option<Duration>, totals: &Sum, bugs: usize) {
    let Some(budget) = budget.filter(|_| totals.millis > 0) else { return };
    let spent = Duration::from_millis(totals.millis);
    let per_second = totals.calls as f64 / spent.as_secs_f64();
    stage.update(&format!(
        "{}/{}  {} calls/s · {} states · {}",
        text::clock(spent.min(budget)),
        text::clock(budget),
        text::rate(per_second),
        text::magnitude(totals.states),
        text::count(bugs as u64, "finding"),
    ));
    stage.progress(totals.millis, u64::try_from(budget.as_millis()).unwrap_or(u64::MAX));
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
    let callable = || (0u32..).zip(&prepared.functions).filter(|(_, function)| function.callable);
    let never_called = callable().filter(|(index, _)| !called.contains(index));
    let never_returned =
        callable().filter(|(index, _)| called.contains(index) && !returned.contains(index));
    let path = |(_, function): (u32, &FunctionRecord)| rust_path::plain(&function.path);
    report.details.explore.never_called = Some(never_called.map(path).collect());
    report.details.explore.never_returned = Some(never_returned.map(path).collect());
}

fn skipped(prepared: &Prepared, filter: &ItemFilter) -> Vec<SkippedItem> {
    prepared
        .functions
        .iter()
        .filter_map(|function| {
            let reason = skip_reason(filter, function)?;
            Some(SkippedItem { item: function.path.clone(), reason })
        })
        .collect()
}
