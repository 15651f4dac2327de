//! From models to findings and tests: the harness is made, searched along the models, and what was found is delivered.

use std::collections::BTreeSet;
use std::path::PathBuf;

use gadfly_build::replay::Replays;
use gadfly_build::run::run_to_end;
use gadfly_cargo::Subject;
use gadfly_learn::Learned;
use gadfly_learn::model::Label;
use gadfly_plan::prepared::Prepared;
use gadfly_wire::{Event, Plan, RunConfig, Sequence, to_file_bytes};

use super::search::{Guide, Searched, Traced, search};
use crate::artifacts::write_atomically;
use crate::deliver::passing_tests::PassingTests;
use crate::deliver::pipeline::{Seen, Subjects, deliver, read_plan};
use crate::error::CliError;
use crate::explore::run_config;
use crate::findings::collect::{Findings, RawFinding};
use crate::harness::{self, Harness};
use crate::pipeline::{Job, Observer, SearchBudget, TracedValues};
use crate::report::{LearnDetails, RunReport};
use crate::text;

/// The remark on a finding whose calls follow the models.
const MODELLED: &str = "on a path like one that the crate's own tests take";
/// Calls of the sequences that a search starts from, at most.
const SEED_CALLS: u64 = 30_000;

/// Searches along the models, and delivers what that shows.
pub(super) fn search_along(
    subject: &Subject,
    job: &Job,
    console: &dyn Observer,
    (learned, values): (&Learned, TracedValues),
    report: &mut RunReport,
    details: &mut LearnDetails,
) -> Result<(), CliError> {
    let Harness { built, prepared } = harness::prepare(subject, job, console, &mut report.seconds)?;
    let (prepared, plan, traced) = with_traced_values(job, prepared, learned, values)?;
    let config = run_config(&built, job, &prepared);
    let guide = Guide::new(learned, &prepared, &plan, &subject.lib_name);
    let stage = console.stage("Exploring", "");
    let directory = job.artifacts.dir().join("run/learn");
    let replays = Replays { binary: prepared.binary.clone(), directory, config: config.clone() };
    let orders = (job.settings.budget, job.settings.seed);
    let searched = search(&guide, &traced, values, &replays, orders, &mut |searched| {
        stage.update(&described(searched));
    })?;
    let (found, modelled) = findings(&built, job, console, (&prepared, &config), &searched)?;
    stage.finish(&described(&searched));
    report.calls = searched.calls;
    report.sequences = searched.sequences;
    report.calls_per_second = searched.calls as f64 / searched.seconds.max(1e-3);
    report.seconds.search += searched.seconds;
    note_functions(learned, &guide, &searched, details);
    report.findings = found.iter().map(|found| found.finding.clone()).collect();
    if !job.settings.tests {
        return Ok(());
    }
    let seen = Seen { found, kept: searched.passed, passing: PassingTests::Learned };
    let subjects = Subjects { subject, built: &built };
    match deliver(subjects, job, console, &prepared, &config, seen, report) {
        Err(CliError::Interrupted) => report.details.interrupted = true,
        Err(error) => {
            console.warn(&format!("no tests could be made: {error}"));
            report.details.tests_failed = Some(error.to_string());
        }
        Ok(()) => {}
    }
    for finding in report.findings.iter_mut().filter(|it| modelled.contains(&it.id)) {
        finding.remark = Some(MODELLED.to_owned());
    }
    Ok(())
}

/// Sequences along the models, for a search to start from, and the harness with traced values among its literals.
pub(crate) fn seeds(
    subject: &Subject,
    job: &Job,
    (built, prepared): (&Subject, Prepared),
    learned: &Learned,
) -> Result<(Prepared, Vec<Sequence>), CliError> {
    let values = TracedValues::Traced;
    let (prepared, plan, traced) = with_traced_values(job, prepared, learned, values)?;
    let config = run_config(built, job, &prepared);
    let guide = Guide::new(learned, &prepared, &plan, &subject.lib_name);
    let directory = job.artifacts.dir().join("run/learn");
    let replays = Replays { binary: prepared.binary.clone(), directory, config };
    // Always the same number, so that a run with a budget of calls repeats.
    let budget = SearchBudget { time: None, calls: Some(SEED_CALLS) };
    let searched =
        search(&guide, &traced, values, &replays, (budget, job.settings.seed), &mut |_| {})?;
    Ok((prepared, searched.failed.into_iter().chain(searched.passed).collect()))
}

/// The harness with traced values among its literals.
fn with_traced_values(
    job: &Job,
    mut prepared: Prepared,
    learned: &Learned,
    values: TracedValues,
) -> Result<(Prepared, Plan, Traced), CliError> {
    let mut plan = read_plan(&prepared)?;
    let traced = Traced::add(learned, values, &mut prepared, &mut plan);
    let path: PathBuf = job.artifacts.dir().join("learn").join("plan.bin");
    write_atomically(&path, &to_file_bytes(&plan))?;
    prepared.plan = path;
    Ok((prepared, plan, traced))
}

/// Runs failing sequences once more in a search, which reports them with everything that a finding is judged by. The names
/// are those of findings whose calls follow the models.
fn findings(
    built: &Subject,
    job: &Job,
    console: &dyn Observer,
    (prepared, config): (&Prepared, &RunConfig),
    searched: &Searched,
) -> Result<(Vec<RawFinding>, BTreeSet<String>), CliError> {
    let mut findings = Findings::new(built, prepared, job.settings.flavour, &job.settings.triage);
    let (mut modelled, mut panics_seen) = (BTreeSet::new(), Vec::new());
    if searched.failed.is_empty() {
        return Ok((Vec::new(), modelled));
    }
    let calls: usize = searched.failed.iter().map(|sequence| sequence.statements.len()).sum();
    let again = RunConfig {
        seeds: searched.failed.clone(),
        time_budget_ms: None,
        calls_budget: Some(calls as u64),
        ..config.clone()
    };
    let directory = job.artifacts.dir().join("run/learn-again");
    run_to_end(&prepared.binary, &directory, again, &mut |event| {
        // What the search tries beyond them is not what the models allow.
        let is_along = sequence_of(&event).is_some_and(|it| is_along(it, &searched.failed));
        if let Some(finding) = is_along.then(|| findings.take(&event)).flatten() {
            modelled.insert(finding.id.clone());
            console.finding(&finding);
        }
        if let Event::Summary { panics_seen: seen, .. } = event {
            panics_seen = seen;
        }
    })?;
    Ok((findings.into_found(&panics_seen), modelled))
}

fn sequence_of(event: &Event) -> Option<&Sequence> {
    match event {
        Event::Panic { sequence, .. }
        | Event::Crash { sequence, .. }
        | Event::Broken { sequence, .. } => Some(sequence),
        _ => None,
    }
}

/// Returns whether a sequence is the beginning of one of several.
fn is_along(sequence: &Sequence, all: &[Sequence]) -> bool {
    let is_start = |other: &Sequence| {
        let length = sequence.statements.len();
        length <= other.statements.len()
            && sequence.statements.iter().zip(&other.statements).all(|(one, two)| {
                let variables = |it: &gadfly_wire::Statement| {
                    it.args.iter().map(|argument| argument.var).collect::<Vec<_>>()
                };
                one.what == two.what && variables(one) == variables(two)
            })
    };
    all.iter().any(is_start)
}

/// Functions of the models that were not called as the models allow, with reasons.
fn note_functions(
    learned: &Learned,
    guide: &Guide<'_>,
    searched: &Searched,
    details: &mut LearnDetails,
) {
    let nodes = learned.folded.iter().flat_map(|model| &model.nodes);
    let steps: BTreeSet<usize> = nodes
        .filter_map(|node| match node.label {
            Label::Made => None,
            Label::Call { function, .. } => Some(function),
        })
        .collect();
    for number in steps.difference(&searched.returned) {
        let Some(function) = learned.functions.get(*number) else { continue };
        let reason = match guide.has_operation(*number) {
            false => "no function that callers reach",
            true => "no sequence",
        };
        details.never_made.push(crate::report::SkippedItem {
            item: function.path.clone(),
            reason: reason.to_owned(),
        });
    }
    details.functions_returned = searched.returned.len() as u64;
}

fn described(searched: &Searched) -> String {
    format!(
        "{} calls, {} sequences that passed",
        text::magnitude(searched.calls),
        text::magnitude(searched.passed.len() as u64),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_wire::{Access, Statement};

    #[test]
    fn beginnings_of_sequences_are_recognised() {
        let call = |id, var| Statement::operation(id).with_args([(var, Access::Borrow)]);
        let whole = Sequence::of(vec![Statement::operation(1), call(2, 0), call(3, 1)]);
        let start = |statements: &[Statement]| Sequence::of(statements.to_vec());
        assert!(is_along(&start(&whole.statements[..2]), std::slice::from_ref(&whole)));
        assert!(!is_along(
            &start(&[Statement::operation(1), call(2, 1)]),
            std::slice::from_ref(&whole)
        ));
        let longer = [&whole.statements[..], &[Statement::operation(4)]].concat();
        assert!(!is_along(&start(&longer), &[whole]));
    }
}
