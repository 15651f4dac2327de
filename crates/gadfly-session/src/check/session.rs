//! A run from the crate to its report.

use std::time::Instant;

use gadfly_build::prepare::sources_of;
use gadfly_build::run::{HarnessError, run_harness};
use gadfly_cargo::{RunError, Subject};
use gadfly_plan::literals::source;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::properties::{PropertyRecord, random_literals};
use gadfly_tests::print::{Body, End, Imports, Scope, Style, print_body};
use gadfly_wire::{
    CheckEnd, CheckOrder, Event, Mode, OperationCounts, Outcome, Plan, RunConfig, Sequence,
    Statement, What, to_file_bytes,
};

use super::causes::Causes;
use super::harness::{self, Harness};
use super::leftovers::leftovers;
use super::proving::prove;
use super::{statistics, stored};
use crate::artifacts;
use crate::deliver::minimise_input::MinimiseInput;
use crate::deliver::minimising::{Minimised, Minimiser};
use crate::deliver::pipeline::read_plan;
use crate::error::CliError;
use crate::findings::collect::RawFinding;
use crate::findings::distinct::keep_firsts;
use crate::findings::identity::Identity;
use crate::pipeline::Observer;
use crate::pipeline::{CheckOrders, Job};
use crate::report::{CheckReport, CheckVerdict, Kind, LabelCount, PropertyReport, RunReport};
use crate::search::early_end::early_end;
use crate::search::journal;
use crate::text;

/// How many inputs a property is tried on.
const CASES: u32 = 1000;
/// How many calls are made where there are invariants alone.
const ENOUGH_CALLS: u64 = 100_000;

/// Prepares a harness, tries the properties, and reports what became of each.
pub(in super::super) fn check(
    subject: &Subject,
    job: &Job,
    orders: &CheckOrders,
    console: &dyn Observer,
) -> Result<RunReport, CliError> {
    let settings = &job.settings;
    let mut report = RunReport::new("check", &subject.package, &subject.version, settings.seed);
    let harness = harness::prepare(subject, job, orders, console, &mut report.seconds);
    if let Err(CliError::Usage { .. }) = harness {
        // There is no property at all: none that is stored is about any.
        let notes = leftovers(subject, &[], &|_| true, job.settings.write);
        notes.iter().for_each(|note| console.warn(note));
    }
    let Harness { shadow, mut prepared } = harness?;
    let chosen = chosen(&prepared, orders)?;
    let plan = with_random_literals(&mut prepared, settings.seed)?;
    let config = config(&shadow, job, orders, &prepared, &chosen);
    let stage = console.stage("Trying", "");
    let mut causes = Causes::new(&shadow, &prepared);
    let mut seen = Seen::default();
    let mut made = stored::Seen::new(&prepared);
    let start = Instant::now();
    let directory = job.artifacts.dir().join("check/run");
    let run = run_harness(&prepared.binary, &directory, config.clone(), &mut |event| {
        if journal::fits(&event, &prepared) {
            causes.take(&event);
            made.take(&event);
            seen.take(event);
            stage.update(&format!(
                "{} calls · {}",
                text::magnitude(seen.calls),
                text::count(causes.len() as u64, "failure")
            ));
        }
    });
    report.seconds.search = start.elapsed().as_secs_f64();
    match run {
        Err(HarnessError::Run(RunError::Interrupted)) => {
            report.details.interrupted = true;
        }
        Err(HarnessError::Killed { status, last_operation, .. }) => {
            let status = early_end(&status, last_operation, &prepared);
            console.warn(&format!("the run ended early ({status}): its findings so far follow"));
            report.details.ended_early = Some(status);
        }
        other => other?,
    }
    report.calls = seen.calls;
    report.sequences = seen.sequences;
    report.calls_per_second = seen.calls as f64 / report.seconds.search.max(1e-3);
    report.functions.public = prepared.functions.len() as u64;
    report.functions.callable = prepared.callable() as u64;
    let found = causes.into_found(&seen.panics_seen);
    let properties = properties(&prepared, &chosen, orders, &seen, &found);
    let is_invariant =
        |key: &str| chosen.iter().any(|property| property.is_invariant && property.key == key);
    let tried = properties.iter().filter(|property| !is_invariant(&property.property));
    let cases: u64 = tried.map(|property| property.cases).sum();
    let mut checked = CheckReport {
        operations: prepared.operations.iter().filter(|operation| operation.is_built).count()
            as u64,
        cases,
        cases_per_second: cases as f64 / report.seconds.search.max(1e-3),
        properties,
        warnings: statistics::warnings(&prepared, &chosen, &seen.operations),
        ..CheckReport::default()
    };
    stage.finish(&format!("{} cases", text::thousands(cases)));
    let minimiser = Minimiser {
        prepared: &prepared,
        plan: &plan,
        config: &config,
        directory: &directory,
        jobs: settings.jobs.get(),
        by_place: true,
    };
    let mut shown = minimised(&minimiser, found, console)?;
    let is_whole = !report.details.interrupted;
    if settings.tests && is_whole {
        let start = Instant::now();
        let proven = prove(subject, job, &prepared, &mut shown, console)?;
        report.seconds.confirm = start.elapsed().as_secs_f64();
        report.tests.failing = proven.failing as u64;
        report.tests.discarded_flaky = proven.dropped as u64;
        checked.hints = proven.hints;
        checked.untested = proven.untested;
        let is_tried = |name: &str| chosen.iter().any(|property| property.name == name);
        checked.leftovers = leftovers(subject, &prepared.properties, &is_tried, job.settings.write);
        checked.stored = stored::store(subject, job, &minimiser, made, console)?;
    }
    report.findings = shown.iter().map(|(found, _)| found.finding.clone()).collect();
    report.details.check = Some(checked);
    Ok(report)
}

/// What a run has seen beside failures.
#[derive(Default)]
struct Seen {
    calls: u64,
    sequences: u64,
    operations: Vec<OperationCounts>,
    panics_seen: Vec<u64>,
    checked: Vec<Event>,
}

impl Seen {
    fn take(&mut self, event: Event) {
        match event {
            Event::Summary { calls, sequences, operations, panics_seen, .. } => {
                self.calls = calls;
                self.sequences = sequences;
                self.operations = operations;
                self.panics_seen = panics_seen;
            }
            Event::Progress { calls, sequences, .. } => {
                self.calls = calls;
                self.sequences = sequences;
            }
            Event::Checked { .. } => self.checked.push(event),
            _ => {}
        }
    }
}

/// The properties that are asked for.
fn chosen(prepared: &Prepared, orders: &CheckOrders) -> Result<Vec<PropertyRecord>, CliError> {
    let is_chosen = |property: &&PropertyRecord| orders.only.admits(&property.key);
    let chosen: Vec<PropertyRecord> =
        prepared.properties.iter().filter(is_chosen).cloned().collect();
    if chosen.is_empty() && stored::orders(prepared, &orders.only).is_empty() {
        let names: Vec<&str> =
            prepared.properties.iter().map(|property| property.key.as_str()).collect();
        return Err(CliError::Usage {
            message: "no property matches".to_owned(),
            help: Some(format!("the properties are {}", names.join(", "))),
        });
    }
    Ok(chosen)
}

/// Adds literals of this run's own to the plan, which is kept apart from the harness's.
fn with_random_literals(prepared: &mut Prepared, seed: u64) -> Result<Plan, CliError> {
    let mut plan = read_plan(prepared)?;
    let more = random_literals(seed);
    prepared.literals.extend(more.iter().map(source));
    plan.literals.extend(more);
    let path = prepared.plan.with_file_name("plan-with-literals.bin");
    artifacts::write_atomically(&path, &to_file_bytes(&plan))?;
    prepared.plan = path;
    Ok(plan)
}

fn config(
    shadow: &Subject,
    job: &Job,
    orders: &CheckOrders,
    prepared: &Prepared,
    chosen: &[PropertyRecord],
) -> RunConfig {
    let budget = job.settings.budget;
    let asked = stored::orders(prepared, &orders.only);
    let orders = chosen.iter().filter(|property| !property.is_invariant).map(|property| {
        let cases = wanted(property, orders);
        let discards = cases.saturating_mul(orders.discards);
        CheckOrder { operation: property.operation, cases, discards }
    });
    let orders: Vec<CheckOrder> = orders.chain(asked).collect();
    // Invariants alone are checked on whatever comes.
    let only_invariants = orders.is_empty();
    let enough = only_invariants.then_some(ENOUGH_CALLS).filter(|_| budget.time.is_none());
    RunConfig {
        plan_path: prepared.plan.to_string_lossy().into_owned(),
        subject_prefixes: vec![sources_of(shadow).to_string_lossy().into_owned()],
        seed: job.settings.seed,
        time_budget_ms: budget.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        calls_budget: budget.calls.or(enough),
        mode: if only_invariants { Mode::Explore } else { Mode::Check { orders } },
        laws: false,
        coverage_path: prepared.edges.as_ref().map(|path| path.to_string_lossy().into_owned()),
        ..RunConfig::default()
    }
}

fn wanted(property: &PropertyRecord, orders: &CheckOrders) -> u32 {
    orders.cases.or(property.cases).unwrap_or(CASES)
}

fn properties(
    prepared: &Prepared,
    chosen: &[PropertyRecord],
    orders: &CheckOrders,
    seen: &Seen,
    found: &[RawFinding],
) -> Vec<PropertyReport> {
    let report = |property: &PropertyRecord| {
        let location = found.iter().find(|found| found.finding.item == property.key);
        let mut report = PropertyReport {
            property: property.key.clone(),
            location: format!("{}:{}", short_file(&property.file), property.line),
            verdict: CheckVerdict::Stopped,
            wanted: wanted(property, orders).into(),
            cases: 0,
            distinct: 0,
            failed: 0,
            discarded: 0,
            dry: 0,
            labels: Vec::new(),
            unmade: Vec::new(),
        };
        let is_it = |event: &&Event| matches!(event, Event::Checked { operation, .. } if *operation == property.operation);
        if let Some(Event::Checked {
            counted,
            failed,
            discarded,
            distinct,
            dry,
            ended,
            labels,
            ..
        }) = seen.checked.iter().find(is_it)
        {
            report.cases = *counted;
            report.distinct = *distinct;
            report.failed = *failed;
            report.discarded = *discarded;
            report.dry = *dry;
            report.labels = labels
                .iter()
                .map(|label| LabelCount { label: label.label.clone(), count: label.count })
                .collect();
            report.verdict = match ended {
                CheckEnd::Done | CheckEnd::Deadly => CheckVerdict::Ok,
                CheckEnd::Starved => CheckVerdict::Starved,
                CheckEnd::Unmade => CheckVerdict::Unmade,
                CheckEnd::Stopped => CheckVerdict::Stopped,
            };
        }
        if property.is_invariant {
            let counts = seen.operations.get(property.operation as usize);
            report.cases = counts.map_or(0, |counts| counts.returned + counts.panicked);
            report.failed = counts.map_or(0, |counts| counts.panicked);
            report.wanted = report.cases;
            report.distinct = report.cases;
            report.verdict = CheckVerdict::Ok;
        }
        if report.verdict == CheckVerdict::Unmade {
            report.unmade = statistics::unmade(prepared, property.operation);
        }
        if location.is_some() || report.failed > 0 {
            report.verdict = CheckVerdict::Failed;
        }
        report
    };
    chosen.iter().map(report).collect()
}

/// The file as from the package: what stands before `src` or `tests` is the shadow's place.
fn short_file(file: &str) -> &str {
    let marks = ["/shadow/"];
    marks.iter().find_map(|mark| file.split_once(mark)).map_or(file, |(_, rest)| rest)
}

/// How many calls make an input: all but the property's.
pub(super) fn calls(prepared: &Prepared, sequence: &Sequence) -> u64 {
    let is_call = |statement: &&Statement| match statement.what {
        What::Operation(id) => {
            let mut others = prepared.properties.iter().chain(&prepared.asked);
            others.all(|property| property.operation != id)
        }
        What::Literal(_) => false,
    };
    sequence.statements.iter().filter(is_call).count() as u64
}

/// Makes failing inputs small, and leaves each cause once; the smallest first.
pub(in super::super) fn minimised(
    minimiser: &Minimiser<'_>,
    found: Vec<RawFinding>,
    console: &dyn Observer,
) -> Result<Vec<(RawFinding, Option<Minimised>)>, CliError> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let stage = console.stage("Minimising", "");
    let shown =
        minimiser.minimise_all(&found.iter().map(MinimiseInput::from).collect::<Vec<_>>())?;
    let mut all: Vec<(RawFinding, Option<Minimised>)> = found.into_iter().zip(shown).collect();
    for (found, shown) in &mut all {
        let finding = &mut found.finding;
        let property = minimiser.prepared.properties.iter().find(|it| it.key == finding.item);
        let is_invariant = property.is_some_and(|property| property.is_invariant);
        finding.kind = if is_invariant { Kind::Contract } else { Kind::Property };
        let Some(shown) = shown else { continue };
        finding.calls = calls(minimiser.prepared, &shown.sequence);
        if let Outcome::Panicked { message, .. } = &shown.outcome {
            finding.message = message.clone();
        }
        if matches!(shown.outcome, Outcome::Broken { .. }) && !shown.note.is_empty() {
            finding.message = shown.note.clone();
        }
        let body = Body {
            sequence: &shown.sequence,
            literals: &shown.literals,
            scope: Scope::Everything,
            end: &End::Call,
            expected: &[],
        };
        let style = property.map_or(Style::Lean, Style::of_property);
        if let Some(printed) = print_body(minimiser.prepared, body, style, &mut Imports::default())
        {
            finding.source = printed.source;
        }
    }
    all.sort_by_cached_key(|(found, _)| {
        let finding = &found.finding;
        (finding.item.clone(), finding.calls, finding.source.len(), finding.id.clone())
    });
    keep_firsts(&mut all, |(found, _)| Some(Identity::of_source(&found.finding)));
    stage.finish(&text::count(all.len() as u64, "failing input"));
    Ok(all)
}
