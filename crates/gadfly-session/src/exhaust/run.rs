//! A run from beginning to end.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use gadfly_cargo::Subject;
use gadfly_tests::emit::TestText;
use gadfly_wire::ExhaustCounts;

use super::build;
use super::case;
use super::discover::{self, Entry};
use super::error::{SearchError, failed};
use super::outcome::{self, ExhaustTotals};
use super::prove::{self, FailingInputTest};
use super::schedule::Schedule;
use super::target::Target;
use super::watch::Watch;
use crate::error::CliError;
use crate::pipeline::{ExhaustOrders, Job, Observer, ValidInput};
use crate::report::{FailingCase, Placement, RunReport, SearchedFunction};

/// Builds the crate with tracing and searches its functions one after the other.
///
/// Failing inputs are no errors: they are in the report, and so are functions whose own bounds or predicate
/// stopped their search.
pub(crate) fn exhaust(
    subject: &Subject,
    job: &Job,
    orders: &ExhaustOrders,
    observer: &dyn Observer,
    inputs: &mut dyn FnMut(ValidInput),
) -> Result<RunReport, CliError> {
    let target = Target::new(subject, job, orders);
    let mut watch = Watch::new(orders.mode, observer, inputs);
    let mut totals = ExhaustTotals::default();
    watch.building(&format!("{} {}", subject.package, subject.version));
    let build_started = Instant::now();
    let programs = build::traced_tests(&target)?;
    let (entries, filtered) = discover::entries(&target, &programs)?;
    totals.build_seconds = build_started.elapsed().as_secs_f64();
    if entries.is_empty() {
        return Err(nothing_to_run(&subject.package, filtered));
    }
    watch.built(entries.len());
    std::fs::create_dir_all(&target.out)
        .map_err(failed(format!("create {}", target.out.display())))?;
    let mut functions = Vec::new();
    let texts = search_all(&target, &entries, &mut functions, &mut totals, &mut watch)?;
    let cases = functions.iter().filter(|function| function.case.is_some()).count();
    if cases > 0 && !totals.interrupted {
        let proving = Instant::now();
        watch.proving(cases);
        let candidates = candidates(&entries, &mut functions, texts);
        match prove::prove(&target, candidates) {
            Err(CliError::Interrupted) => totals.interrupted = true,
            other => other?,
        }
        totals.confirm_seconds = proving.elapsed().as_secs_f64();
        watch.proven(&functions);
    }
    let empty = RunReport::new("exhaust", &subject.package, &subject.version, job.settings.seed);
    Ok(outcome::run_report(empty, orders, functions, &totals))
}

/// Searches functions until all are done or the run is stopped; returns the tests of each.
fn search_all(
    target: &Target<'_>,
    entries: &[Entry],
    functions: &mut Vec<SearchedFunction>,
    totals: &mut ExhaustTotals,
    watch: &mut Watch<'_>,
) -> Result<Vec<Vec<TestText>>, CliError> {
    let started = Instant::now();
    let deadline = target.settings.budget.time.map(|time| started + time);
    let mut texts = Vec::new();
    for entry in entries {
        let (function, tests) = match search(target, entry, deadline, watch) {
            Ok(searched) => searched,
            Err(SearchError::Run(CliError::Interrupted)) => {
                totals.interrupted = true;
                break;
            }
            Err(SearchError::Function(message)) => {
                (outcome::not_searched(&entry.function, message), Vec::new())
            }
            Err(SearchError::Run(error)) => return Err(error),
        };
        watch.searched(&function);
        functions.push(function);
        texts.push(tests);
        if gadfly_cargo::is_interrupted() {
            totals.interrupted = true;
            break;
        }
    }
    totals.search_seconds = started.elapsed().as_secs_f64();
    Ok(texts)
}

/// Searches one function.
fn search(
    target: &Target<'_>,
    entry: &Entry,
    deadline: Option<Instant>,
    watch: &mut Watch<'_>,
) -> Result<(SearchedFunction, Vec<TestText>), SearchError> {
    let started = Instant::now();
    let searched = Schedule { entry, target, deadline, watch }.run()?;
    let seconds = started.elapsed().as_secs_f64();
    let mut counts = ExhaustCounts::default();
    let (mut unread, mut unaudited) = (BTreeSet::new(), BTreeSet::new());
    for result in searched.results.iter().flatten() {
        counts.add(&result.counts);
        unread.extend(result.unread.iter().cloned());
        unaudited.extend(result.unaudited.iter().cloned());
    }
    counts.failures += searched.deaths.len() as u64;
    let case = if searched.interrupted { None } else { case::choose(entry, target, &searched)? };
    let (case, texts) = case.unzip();
    let complete = !searched.out_of_time && !searched.interrupted;
    let is_whole = complete && target.orders.shard.is_none();
    if is_whole && let Some(reason) = outcome::nothing_checked(target.orders.mode, &counts) {
        return Err(SearchError::Function(reason));
    }
    let function = SearchedFunction {
        function: entry.function.clone(),
        location: format!("{}:{}", searched.file, searched.line),
        bounds: searched.bounds,
        unread: unread.into_iter().collect(),
        unaudited_causes: unaudited.into_iter().collect(),
        seconds,
        complete,
        input: case.as_ref().map(|case| case.arguments.clone()),
        case,
        ..outcome::counted(&counts)
    };
    Ok((function, texts.unwrap_or_default()))
}

fn nothing_to_run(package: &str, filtered: bool) -> CliError {
    let (what, help) = if filtered {
        (
            "matches --include and --exclude",
            "a pattern names whole segments of a path: insert_adds_one, tests::*",
        )
    } else {
        (
            "was found",
            "add gadfly to the dependencies and mark a function with #[gadfly::exhaust(..)]; \
             docs/exhaust.md shows how",
        )
    };
    let message = format!("no function of {package} marked #[gadfly::exhaust] {what}");
    CliError::Usage { message, help: Some(help.to_owned()) }
}

/// The cases that are worth a test: they failed every time, and no other function has the same name.
fn candidates<'a>(
    entries: &'a [Entry],
    functions: &'a mut [SearchedFunction],
    texts: Vec<Vec<TestText>>,
) -> Vec<FailingInputTest<'a>> {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        *names.entry(entry.name()).or_default() += 1;
    }
    let mut candidates = Vec::new();
    for ((entry, function), texts) in entries.iter().zip(functions).zip(texts) {
        let Some(case) = &mut function.case else { continue };
        if case.confirmed < FailingCase::REPEATS {
            continue;
        }
        if names[entry.name()] > 1 {
            let reason = "another function of this name is searched too; give it a name of its own";
            case.placement = Placement::Refused(reason.to_owned());
            continue;
        }
        candidates.push(FailingInputTest { entry, case, texts });
    }
    candidates
}
