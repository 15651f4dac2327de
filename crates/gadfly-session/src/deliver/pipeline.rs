//! From findings to tests in the person's tree: minimise, write, prove, place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use gadfly_build::sanitizer::Reporter;
use gadfly_cargo::{Subject, read_regular};
use gadfly_plan::prepared::Prepared;
use gadfly_tests::emit::{Draft, Header, TestNames, write_file};
use gadfly_tests::print::{Body, End, Imports, Scope, Style, print_body};
use gadfly_tests::prove::{Fate, Proof, RUNS, Suite, prove};
use gadfly_triage::{facts, may_be_overruled};
use gadfly_wire::{During, Outcome, Plan, ProcessChange, RunConfig, Sequence, from_file_bytes};

use crate::causes::{Cause, causes, listed_with_others};
use crate::deliver::minimise_input::MinimiseInput;
use crate::deliver::minimising::{Minimised, Minimiser};
use crate::deliver::passing::{self, PassingTests, Regression, regression_drafts};
use crate::deliver::placing::{place, placer};
use crate::deliver::test_drafts::{documented, failing};
use crate::error::CliError;
use crate::findings::collect::{RawFinding, law_message};
use crate::findings::dedupe;
use crate::findings::finding_store;
use crate::findings::invariant_findings;
use crate::findings::regressions::{self, Missed};
use crate::harness;
use crate::notes::{note_earlier, note_fates, note_lengths, note_unstable};
use crate::pipeline::Observer;
use crate::pipeline::{Job, TriagePolicy};
use crate::report::{Class, Finding, Kind, RunReport, source_excerpt};
use crate::text;
use crate::triage;
use crate::triage::experiments::{self, VariedFinding};

/// The file of tests that fail.
pub(crate) const FAILURES: &str = "gadfly_failures";
/// The file of tests that pass.
pub(crate) const REGRESSION: &str = "gadfly_regression";
/// The file of tests that follow models of the crate's own tests.
pub(crate) const LEARNED: &str = "gadfly_learned";

/// How many findings of the subject's are written as tests.
const MOST_FAILING: usize = 60;
/// How many calls that do not return are.
const MOST_HANGING: usize = 3;
/// How many calls that leave their process changed are.
const MOST_LASTING: usize = 20;
/// The number of further findings of a cause that are tried where no test shows the one before.
const SUBSTITUTIONS: usize = 3;
/// The most bytes of a plan.
const MOST_PLAN: u64 = 1 << 30;
/// How many documented panics are.
const MOST_DOCUMENTED: usize = 30;
/// The most excused panics that are made small for experiments.
const MOST_EXCUSED: usize = 60;
/// The most excused calls that run out of memory or time.
const MOST_EXHAUSTING: usize = 3;

/// What a search has seen.
pub(crate) struct Seen {
    /// Findings, worst first.
    pub(crate) found: Vec<RawFinding>,
    /// Passing sequences that did something new.
    pub(crate) kept: Vec<Sequence>,
    /// The tests to make of them.
    pub(crate) passing: PassingTests,
}

/// The crate, twice.
#[derive(Clone, Copy)]
pub(crate) struct Subjects<'s> {
    /// As it is: what tests are of.
    pub(crate) subject: &'s Subject,
    /// As its harness has it: what places are in.
    pub(crate) built: &'s Subject,
}

/// Turns findings into tests, and fills the report with what came of them.
pub(crate) fn deliver(
    subjects: Subjects<'_>,
    job: &Job,
    console: &dyn Observer,
    prepared: &Prepared,
    config: &RunConfig,
    seen: Seen,
    report: &mut RunReport,
) -> Result<(), CliError> {
    let start = Instant::now();
    let Subjects { subject, built } = subjects;
    let Seen { found, kept, passing } = seen;
    let (mut all, violated) = invariant_findings::split_off(prepared, found);
    let plan = read_plan(prepared)?;
    let directory = job.artifacts.dir().join("run");
    let minimiser = Minimiser {
        prepared,
        plan: &plan,
        config,
        directory: &directory,
        jobs: job.settings.jobs.get(),
        by_place: false,
    };
    let stage = console.stage("Minimising", "");
    let chosen = choose(&all);
    let inputs: Vec<MinimiseInput<'_>> = chosen.iter().map(|index| (&all[*index]).into()).collect();
    let shown = minimiser.minimise_all(&inputs)?;
    let mut shown: BTreeMap<usize, Option<Minimised>> = chosen.into_iter().zip(shown).collect();
    let is_lost = |(index, shown): &(&usize, &Option<Minimised>)| {
        shown.is_none() && all[**index].finding.has_test_to_come()
    };
    let unreproduced: Vec<usize> = shown.iter().filter(is_lost).map(|(index, _)| *index).collect();
    shown.retain(|_, shown| shown.is_some());
    let mut shown: BTreeMap<usize, Minimised> =
        shown.into_iter().filter_map(|(index, shown)| Some((index, shown?))).collect();
    for (index, shown) in &shown {
        let found = &mut all[*index];
        found.facts.minimised = Some(shown.known.clone());
        found.facts.experiments = shown.experiments.clone();
        found.judge(&job.settings.triage);
    }
    vary(&minimiser, &mut all, &shown, &job.settings.triage)?;
    let alike = dedupe::fold(&mut all, &mut shown, prepared);
    for (index, shown) in &shown {
        let caught = shown.sequence.statements.iter().filter(|statement| statement.caught);
        all[*index].finding.after_panics = caught.count() as u64;
    }
    let traced = Instant::now();
    let mut causes = causes(&minimiser, &mut all, &shown)?;
    report.details.explore.grouping_seconds = timed(config, traced);
    note_lengths(&shown, &all, report);
    stage.finish(&text::count(shown.len() as u64, "sequence"));

    let stage = console.stage("Confirming", "");
    let is_usual = job.settings.flavour.is_usual();
    let placer = placer(subject, job);
    let missed = regressions::missed(job, &placer, &all);
    let ignore = job.settings.ignore_failing;
    let drafted = |all: &[RawFinding], causes: &[Cause]| {
        Tests::of_findings(all, &shown_alone(&shown, causes), &plan, &missed, ignore)
    };
    let mut tests = drafted(&all, &causes);
    // What passes in an unusual build may not do so in the usual one, where people run it.
    let mut regression = Regression::default();
    if is_usual {
        let (seed, names) = (job.settings.seed, &mut tests.regression_names);
        let untidy = untidy(prepared, &all);
        regression = regression_drafts(&minimiser, (passing, seed), kept, &untidy, names)?;
        tests.regression.append(&mut regression.drafts);
        passing::sort(prepared, &mut tests.regression);
    } else {
        tests.regression.clear();
    }
    let mut suites = [
        Suite {
            file: FAILURES.to_owned(),
            header: Header::Failures { seed: report.seed }
                .lines(&subject.package, &subject.version),
            drafts: tests.failing.clone(),
        },
        Suite {
            file: passing.file().to_owned(),
            header: passing.header(report.seed).lines(&subject.package, &subject.version),
            drafts: tests.regression.clone(),
        },
    ];
    let admits = |path: &str| job.settings.filter.admits(path);
    let order = harness::order(subject, job, &admits)?;
    let workspace = order.workspace()?;
    workspace.prepare(order.optimise)?;
    let seed = job.settings.seed;
    let mut proofs = prove(&workspace, prepared, &directory, minimiser.jobs, seed, &suites)?;
    for _ in 0..SUBSTITUTIONS {
        if !substitute(&mut causes, &mut all, &tests, &proofs[0]) {
            break;
        }
        let others = drafted(&all, &causes);
        (tests.failing, tests.owners) = (others.failing, others.owners);
        suites[0].drafts.clone_from(&tests.failing);
        let failing = &suites[..1];
        proofs.splice(..1, prove(&workspace, prepared, &directory, minimiser.jobs, seed, failing)?);
    }
    let mut earlier = regressions::look_again(job, &workspace, missed)?;
    let failures = earlier.carried(&workspace, &placer, FAILURES, &proofs[0].text)?;
    let mut counted = count(&proofs);
    counted.failing += earlier.remaining.len();
    stage.finish(&format!(
        "{}, {} passing",
        text::count(counted.failing as u64, "failing test"),
        counted.regression
    ));
    report.tests.failing = counted.failing as u64;
    report.tests.regression = counted.regression as u64;
    report.tests.discarded_flaky = (counted.flaky + regression.dropped + unreproduced.len()) as u64;
    note_unstable(&regression.unstable, &suites, &proofs, report);
    note_fates(&suites, &proofs, report);
    note_earlier(&earlier, report);
    let reporter = Reporter::new(built, &prepared.binary);
    tests.fill(prepared, &reporter, &mut all, &shown, &suites[0], &proofs[0]);
    causes.iter().for_each(|cause| cause.list_symptoms(&mut all));
    let alike: BTreeSet<usize> = alike.union(&listed_with_others(&causes)).copied().collect();
    for found in &mut all {
        let place = found.finding.location.as_deref();
        found.finding.excerpt =
            place.map(|it| source_excerpt(&subject.package_root, it)).unwrap_or_default();
    }
    // They have no tests any more, and are no findings of their own when they are not met again.
    for index in listed_with_others(&causes) {
        finding_store::forget(&job.artifacts, &all[index].finding.id);
    }
    let unproven = judge_proven(&mut all, &job.settings.triage);
    for ((owner, draft), fate) in tests.owners.iter().zip(&tests.failing).zip(&proofs[0].fates) {
        if let Fate::Proven(wording) = fate {
            let alone = [(draft, *wording)];
            let file = write_file(prepared, subject.into(), &suites[0].header, &alone);
            finding_store::keep(&job.artifacts, &all[*owner].finding, &file.text)?;
        }
    }
    let mut unreproduced: BTreeSet<usize> = unreproduced.into_iter().collect();
    unreproduced.extend(unproven);
    let lost: BTreeSet<usize> = alike.union(&unreproduced).copied().collect();
    for index in lost.into_iter().rev() {
        let lost = all.remove(index).finding;
        if !alike.contains(&index) {
            report.details.explore.add_unreproduced(&lost);
        }
    }
    if job.settings.write {
        let regression = is_usual.then_some((passing.file(), &*proofs[1].text));
        for (file, text) in [(FAILURES, &*failures)].into_iter().chain(regression) {
            match place(subject, job, &workspace, file, text)? {
                Ok(note) => report.details.explore.placed.extend(note),
                Err(why) => {
                    console.warn(&format!("tests/{file}.rs is not written: {why}"));
                    report.details.unwritten.insert(file.to_owned(), why);
                }
            }
        }
        earlier.forget_over(job);
    } else {
        report.details.not_placed = true;
    }
    let violated =
        invariant_findings::deliver(subject, job, console, &minimiser, violated, report)?;
    report.findings = all.into_iter().map(|found| found.finding).chain(violated).collect();
    report.findings.extend(earlier.remaining.into_iter().map(|known| known.finding));
    report.findings.sort_by(Finding::by_weight);
    report.seconds.confirm = start.elapsed().as_secs_f64();
    Ok(())
}

/// Shows other findings of causes of which no test shows the first; returns whether there are any.
fn substitute(causes: &mut [Cause], all: &mut [RawFinding], tests: &Tests, proof: &Proof) -> bool {
    let fates = tests.owners.iter().zip(&proof.fates);
    let proven: BTreeSet<usize> = fates
        .filter(|(_, fate)| matches!(fate, Fate::Proven(_)))
        .map(|(owner, _)| *owner)
        .collect();
    let mut has_changed = false;
    for cause in causes.iter_mut().filter(|cause| !proven.contains(&cause.shown())) {
        has_changed |= cause.show_next(all);
    }
    has_changed
}

/// The sequences that become tests: of each cause one.
fn shown_alone(shown: &BTreeMap<usize, Minimised>, causes: &[Cause]) -> BTreeMap<usize, Minimised> {
    let listed = listed_with_others(causes);
    let alone = shown.iter().filter(|(index, _)| !listed.contains(index));
    alone.map(|(index, shown)| (*index, shown.clone())).collect()
}

/// Seconds since a time, where a run need not repeat byte for byte.
fn timed(config: &RunConfig, since: Instant) -> Option<f64> {
    config.time_budget_ms.map(|_| since.elapsed().as_secs_f64())
}

/// Makes experiments with findings whose class they may change, and judges those again.
fn vary(
    minimiser: &Minimiser<'_>,
    all: &mut [RawFinding],
    shown: &BTreeMap<usize, Minimised>,
    policy: &TriagePolicy,
) -> Result<(), CliError> {
    let pairs = shown.iter();
    let subjects = pairs.map(|(index, shown)| VariedFinding { facts: &all[*index].facts, shown });
    let variations = experiments::vary_all(minimiser, &subjects.collect::<Vec<_>>())?;
    for (index, variation) in shown.keys().zip(variations) {
        if variation.is_some() {
            all[*index].facts.variation = variation;
            all[*index].judge(policy);
        }
    }
    Ok(())
}

/// Judges all findings by what their tests have shown; returns those that are not to be reported: a bug is what a test shows.
fn judge_proven(all: &mut [RawFinding], policy: &TriagePolicy) -> Vec<usize> {
    let mut unproven = Vec::new();
    for (index, found) in all.iter_mut().enumerate() {
        let finding = &found.finding;
        found.facts.proof = Some(facts::TestAttempt {
            has_test: finding.test.is_some(),
            after_panics: finding.after_panics,
            misuse: triage::misuse(&finding.message),
        });
        let is_reported = found.judge(policy);
        let finding = &found.finding;
        if !is_reported || (finding.class == Class::Bug && finding.test.is_none()) {
            unproven.push(index);
        }
    }
    unproven
}

/// Tests to be, and which finding each failing one is for.
struct Tests {
    failing: Vec<Draft>,
    owners: Vec<usize>,
    regression: Vec<Draft>,
    regression_names: TestNames,
}

impl Tests {
    fn of_findings(
        all: &[RawFinding],
        shown: &BTreeMap<usize, Minimised>,
        plan: &Plan,
        missed: &Missed,
        ignore: bool,
    ) -> Tests {
        // Tests of earlier findings may come to stand in the same file.
        let mut names = TestNames::with_taken(missed.tests());
        let mut tests = Tests {
            failing: Vec::new(),
            owners: Vec::new(),
            regression: Vec::new(),
            regression_names: TestNames::default(),
        };
        for (index, shown) in shown {
            let found = &all[*index];
            if found.finding.class == Class::Bug || found.evidence.process_change.is_some() {
                tests.failing.push(failing(found, shown, plan, &mut names, ignore));
                tests.owners.push(*index);
            } else if found.finding.class == Class::Documented {
                let draft = documented(found, shown, &mut tests.regression_names);
                tests.regression.extend(draft);
            }
        }
        tests
    }

    /// Writes into findings which test shows them, and its body.
    fn fill(
        &self,
        prepared: &Prepared,
        reporter: &Reporter<'_>,
        all: &mut [RawFinding],
        shown: &BTreeMap<usize, Minimised>,
        suite: &Suite,
        proof: &Proof,
    ) {
        for (index, shown) in shown {
            let RawFinding { finding, evidence, .. } = &mut all[*index];
            finding.calls = shown.calls as u64;
            match (&shown.outcome, &evidence.law) {
                (Outcome::Panicked { message, .. }, _) => finding.message = message.clone(),
                (Outcome::Broken { detail, .. }, Some(law)) => {
                    finding.message = law_message(law, detail);
                }
                _ => {}
            }
            if let Some(described) = reporter.describe(&shown.note) {
                finding.message = described.message;
            }
            if let Some(source) = shown_source(prepared, shown) {
                finding.source = source;
            }
        }
        let drafts = self.owners.iter().zip(&suite.drafts);
        for ((owner, draft), (fate, described)) in
            drafts.zip(proof.fates.iter().zip(&proof.reports))
        {
            let finding = &mut all[*owner].finding;
            if let Fate::Proven(_) = fate {
                // A test is optimised less, so less of its stacks is lost.
                if let Some(described) = described {
                    finding.message = described.message.clone();
                }
                finding.test = Some(format!("{}::{}", suite.file, draft.name));
                finding.proven = RUNS as u64;
                if let Some(body) = body_in(&proof.text, &draft.name) {
                    finding.source = body;
                }
            }
        }
    }
}

/// The calls of a sequence that no test shows, for the report.
fn shown_source(prepared: &Prepared, shown: &Minimised) -> Option<String> {
    let during = match &shown.outcome {
        Outcome::Panicked { during, .. } | Outcome::Died { during, .. } => *during,
        Outcome::Left { .. } => During::Call,
        _ => return None,
    };
    let body = Body {
        sequence: &shown.sequence,
        literals: &shown.literals,
        scope: Scope::Everything,
        end: &End::of(during),
        expected: &[],
    };
    let printed = print_body(prepared, body, Style::Full, &mut Imports::default());
    printed.map(|printed| printed.source)
}

/// Which findings are made small: those worth a test, which are all of the subject's, calls that leave their process changed, and
/// some documented panics; and excused ones, for experiments.
fn choose(all: &[RawFinding]) -> Vec<usize> {
    let (mut failing, mut hanging, mut lasting, mut documented) = (0, 0, 0, 0);
    let (mut excused, mut exhausting) = (0, 0);
    let mut chosen = Vec::new();
    for (index, found) in all.iter().enumerate() {
        let is_chosen = match (found.finding.class, found.finding.kind) {
            (Class::Bug, Kind::Hang) => {
                hanging += 1;
                hanging <= MOST_HANGING
            }
            (Class::Bug, _) => {
                failing += 1;
                failing <= MOST_FAILING
            }
            (Class::Resource, Kind::Contract) => {
                lasting += 1;
                lasting <= MOST_LASTING
            }
            (Class::Documented, Kind::Panic) => {
                documented += 1;
                documented <= MOST_DOCUMENTED
            }
            (_, Kind::Panic) if may_be_overruled(&found.facts) => {
                excused += 1;
                excused <= MOST_EXCUSED
            }
            (_, Kind::Hang | Kind::Oom) if may_be_overruled(&found.facts) => {
                exhausting += 1;
                exhausting <= MOST_EXHAUSTING
            }
            _ => false,
        };
        if is_chosen {
            chosen.push(index);
        }
    }
    chosen
}

/// Functions that change the process of their caller, by index.
fn untidy(prepared: &Prepared, all: &[RawFinding]) -> BTreeSet<u32> {
    let traces = all.iter().filter_map(|found| found.evidence.process_change);
    let operations =
        traces.filter(|order| order.what != ProcessChange::Thread).map(|it| it.operation);
    operations.filter_map(|id| prepared.operations.get(id as usize)?.function).collect()
}

/// The lines between the braces of a test.
fn body_in(text: &str, test: &str) -> Option<String> {
    let start = format!("fn {test}() {{");
    let lines = text.lines().skip_while(|line| **line != *start).skip(1);
    let body: Vec<&str> = lines
        .take_while(|line| *line != "}")
        .map(|line| line.strip_prefix("    ").unwrap_or(line))
        .collect();
    // Where it runs is not what it shows.
    let inner = match &body[..] {
        // The formatter gives arguments lines of their own where they are long.
        [first, _, "    || {", inner @ .., _, _] if first.starts_with("in_a_process") => {
            inner.iter().map(|line| line.strip_prefix("        ").unwrap_or(line)).collect()
        }
        [first, inner @ .., _] if first.starts_with("in_a_process") => {
            inner.iter().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect()
        }
        _ => body,
    };
    (!inner.is_empty()).then(|| inner.join("\n"))
}

struct Counted {
    failing: usize,
    regression: usize,
    flaky: usize,
}

fn count(proofs: &[Proof]) -> Counted {
    let proven =
        |proof: &Proof| proof.fates.iter().filter(|fate| matches!(fate, Fate::Proven(_))).count();
    let flaky = proofs.iter().flat_map(|proof| &proof.fates);
    Counted {
        failing: proven(&proofs[0]),
        regression: proven(&proofs[1]),
        flaky: flaky.filter(|fate| matches!(fate, Fate::Flaky | Fate::OrderDependent)).count(),
    }
}

pub(crate) fn read_plan(prepared: &Prepared) -> Result<Plan, CliError> {
    let path: &PathBuf = &prepared.plan;
    // It was whole when the harness was taken.
    let changed = |why: String| CliError::Environment {
        message: format!("failed to read {}: {why}", path.display()),
        help: Some("run the command again: a damaged plan is made anew".to_owned()),
    };
    let bytes = read_regular(path, MOST_PLAN).map_err(|error| changed(error.to_string()))?;
    from_file_bytes(&bytes).map_err(|error| changed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::body_in;

    #[test]
    fn a_body_is_found_by_its_tests_name() {
        let text = "#[test]\nfn a() {\n    x();\n}\n\n#[test]\nfn b() {\n    if y() {\n        z();\n    }\n}\n";
        assert_eq!(body_in(text, "b").as_deref(), Some("if y() {\n    z();\n}"));
        assert_eq!(body_in(text, "c"), None);
        let contained =
            "fn d() {\n    in_a_process_of_its_own(\"d\", || {\n        x();\n    });\n}\n";
        assert_eq!(body_in(contained, "d").as_deref(), Some("x();"));
        let long = "fn e() {\n    in_a_process_of_its_own(\n        \"e\",\n        || {\n            x();\n            \
                    y();\n        },\n    );\n}\n";
        assert_eq!(body_in(long, "e").as_deref(), Some("x();\ny();"));
    }
}
