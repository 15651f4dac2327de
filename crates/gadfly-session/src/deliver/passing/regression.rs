//! Tests of what works today: short passing sequences that show most of what the search has reached, with what they yield.
//!
//! Candidates are recorded: what each call yields and changes, and which edges of the subject it takes. Those that cover the
//! most for what they cost to read become tests.

use std::collections::BTreeSet;

use gadfly_build::atomic_file;
use gadfly_build::run::{HarnessError, run_to_end};
use gadfly_model::rust_path;
use gadfly_plan::literals::source;
use gadfly_plan::prepared::Prepared;
use gadfly_plan::splicing::folded;
use gadfly_tests::choose::{Choosable, Enough, choose};
use gadfly_tests::emit::{Draft, TestNames};
use gadfly_wire::{
    Encode, Event, Mode, Plan, RunConfig, Sequence, Statement, SubjectEdges, Writer,
    from_file_bytes, to_file_bytes,
};

use super::candidates::candidates;
use super::coverings::{EdgePlaces, choosable};
use super::drafts::{draft, section};
use super::kind::PassingTests;
use super::looks::Looks;
use super::naming::{self, Shown};
use super::observers::Observers;
use super::plainer::{LiteralTable, iterated, plainer};
use super::realism::OrdinaryPlan;
use super::recording::{Recorder, Recording};
use crate::deliver::minimising::Minimiser;
use crate::deliver::unstable::Unstable;

/// The most sequences that are sampled.
const SAMPLES: u32 = 4000;
/// The calls that may be made to get them.
const CALLS: u64 = 600_000;
/// The most sequences of the search that sampling starts from.
const MOST_SEEDS: usize = 2000;
/// The most sequences that are recorded.
const MOST_CANDIDATES: usize = 8000;
/// The most tests of a small crate.
const MOST: usize = 60;
/// The public functions of which a larger crate gets one more test.
const FUNCTIONS_PER_TEST: usize = 3;
/// The least that a test must add: a function, or an edge with something new about an outcome.
const LEAST_WORTH: u32 = 10;
/// The most items of an iterator that a test asks for.
const MOST_ITEMS: usize = 3;
/// The process in which candidates show how they could be written.
const FIRST_PROCESS: std::ops::Range<usize> = 0..1;
/// Processes in which candidates are recorded.
const FIRST_PROCESSES: std::ops::Range<usize> = 0..2;
/// Processes in which the chosen are recorded again before their values are taken for granted.
const ALL_PROCESSES: std::ops::Range<usize> = 0..4;

/// Tests, and what stood in the way of others.
#[derive(Default)]
pub(crate) struct Regression {
    /// The tests.
    pub(crate) drafts: Vec<Draft>,
    /// Functions whose results differ from process to process.
    pub(crate) unstable: BTreeSet<Unstable>,
    /// The number of tests that there are not because of that.
    pub(crate) dropped: usize,
}

/// Tests that together show what the kept sequences and samples of more do, but for calls that leave the process of all tests
/// changed.
pub(crate) fn regression_drafts(
    minimiser: &Minimiser<'_>,
    (passing, seed): (PassingTests, u64),
    kept: Vec<Sequence>,
    untidy: &BTreeSet<u32>,
    names: &mut TestNames,
) -> Result<Regression, HarnessError> {
    let prepared = minimiser.prepared;
    let mut samples = kept;
    if passing == PassingTests::Regression {
        samples.extend(sample(minimiser, seed, &samples)?);
    }
    // Texts that the search has made are literals from here on.
    let mut literals = minimiser.plan.literals.clone();
    let samples: Vec<Sequence> =
        samples.iter().map(|it| folded(&prepared.operations, &mut literals, it)).collect();
    let mut table = LiteralTable::of(literals);
    let sequences = candidates(prepared, (passing, &samples), untidy, MOST_CANDIDATES);
    let mut replays = minimiser.replays("regression");
    replays.config.laws = false;
    let recorder = Recorder { replays, prepared, passing, seed };
    let made = table.literals[minimiser.plan.literals.len()..].to_vec();
    let known = recorder.record(&sequences, &made, FIRST_PROCESS)?;
    let sequences = in_plain_words(prepared, known.all, &mut table);
    let literals = table.literals;
    let made = literals[minimiser.plan.literals.len()..].to_vec();
    let first = recorder.record(&sequences, &made, FIRST_PROCESSES)?;
    let mut regression = Regression { unstable: first.unstable, ..Regression::default() };
    let recordings: Vec<Recording> = first.all.into_iter().flatten().collect();
    let looks = Looks::learn(prepared, &recordings);
    let observers = Observers::learn(prepared, &recordings, untidy);
    let places = edge_places(prepared);
    let choosables: Vec<Choosable> =
        recordings.iter().map(|it| choosable(prepared, it, &looks, &places, &literals)).collect();
    let enough =
        Enough { tests: MOST.max(prepared.callable() / FUNCTIONS_PER_TEST), worth: LEAST_WORTH };
    let chosen: Vec<&Recording> =
        choose(&choosables, enough).into_iter().map(|index| &recordings[index]).collect();
    // With what shows more first, then as they are.
    let observed = chosen.iter().map(|it| observers.added_to(prepared, it, &looks));
    let plain = chosen.iter().map(|it| it.sequence.clone());
    let again: Vec<Sequence> = observed.chain(plain).collect();
    let again = recorder.record(&again, &made, ALL_PROCESSES)?;
    regression.unstable.extend(again.unstable);
    let mut sources = prepared.literals.clone();
    sources.extend(made.iter().map(source));
    let unstable = regression.unstable.clone();
    let is_trusted = |function: u32| {
        let item = rust_path::plain(&prepared.functions[function as usize].path);
        !unstable.iter().any(|it| it.item == item)
    };
    let mut drafts: Vec<(Draft, Shown)> = Vec::new();
    for index in 0..chosen.len() {
        let ways = [index, chosen.len() + index].map(|at| again.all[at].as_ref());
        let written = ways.into_iter().flatten().find_map(|recording| {
            let draft = draft(prepared, recording, &looks, &sources, &is_trusted)?;
            Some((draft, Shown::of(prepared, chosen[index], &sources)))
        });
        drafts.extend(written);
    }
    let is_shown = |it: &&Unstable| drafts.iter().any(|(draft, _)| draft.item == it.item);
    regression.dropped = unstable.iter().filter(|it| !is_shown(it)).count();
    let shown: Vec<Shown> = drafts.iter().map(|(_, shown)| shown.clone()).collect();
    for ((mut draft, _), name) in drafts.into_iter().zip(naming::names(&shown, names)) {
        draft.name = name;
        regression.drafts.push(draft);
    }
    Ok(regression)
}

/// The places of the harness's edges; none where it has no counters.
fn edge_places(prepared: &Prepared) -> EdgePlaces {
    let bytes = prepared.edges.as_ref().and_then(|path| std::fs::read(path).ok());
    let edges = bytes.and_then(|bytes| from_file_bytes::<SubjectEdges>(&bytes).ok());
    edges.as_ref().map(EdgePlaces::of).unwrap_or_default()
}

/// The recorded sequences in their plainest form, each once, with what iterators at their ends yield.
fn in_plain_words(
    prepared: &Prepared,
    recordings: Vec<Option<Recording>>,
    table: &mut LiteralTable,
) -> Vec<Sequence> {
    let mut found = Vec::new();
    let mut known: BTreeSet<Vec<u8>> = BTreeSet::new();
    for recording in recordings.into_iter().flatten() {
        let unchanged = || {
            let statements = recording.sequence.statements.iter();
            let without_kills = |it: &Statement| Statement { kills: Vec::new(), ..it.clone() };
            Sequence::of(statements.map(without_kills).collect())
        };
        let plain = plainer(prepared, &recording, table).unwrap_or_else(unchanged);
        let longer = (1..=MOST_ITEMS).filter_map(|times| iterated(prepared, &plain, times));
        let longer: Vec<Sequence> = longer.collect();
        for sequence in std::iter::once(plain).chain(longer) {
            let mut bytes = Writer::default();
            sequence.encode(&mut bytes);
            if known.insert(bytes.into_bytes()) {
                found.push(sequence);
            }
        }
    }
    found
}

/// Sorts tests: those of a type together, in the order in which the crate has its functions.
pub(crate) fn sort(prepared: &Prepared, drafts: &mut [Draft]) {
    let paths: Vec<String> =
        prepared.functions.iter().map(|it| rust_path::plain(&it.path)).collect();
    let place = |draft: &Draft| {
        let function = paths.iter().position(|path| *path == draft.item).unwrap_or(paths.len());
        let section = paths.iter().position(|path| draft.section == Some(section(path)));
        (section.unwrap_or(paths.len()), draft.section.clone(), function)
    };
    drafts.sort_by_cached_key(place);
}

/// Passing sequences with ordinary literals, each of which takes a new way through the subject.
fn sample(
    minimiser: &Minimiser<'_>,
    seed: u64,
    kept: &[Sequence],
) -> Result<Vec<Sequence>, HarnessError> {
    let ordinary = OrdinaryPlan::of(minimiser.plan);
    let directory = minimiser.directory.join("sample");
    let path = directory.join("plan.bin");
    write_plan(&path, &ordinary.plan)?;
    let seeds = kept.iter().filter_map(|it| ordinary.narrowed(it)).take(MOST_SEEDS);
    let config = RunConfig {
        mode: Mode::Vary { count: SAMPLES },
        plan_path: path.to_string_lossy().into_owned(),
        seed,
        time_budget_ms: None,
        plateau_ms: None,
        calls_budget: Some(CALLS),
        seeds: seeds.collect(),
        ..minimiser.config.clone()
    };
    let mut samples = Vec::new();
    let run = run_to_end(&minimiser.prepared.binary, &directory, config, &mut |event| {
        if let Event::Sample { sequence } = event {
            samples.extend(ordinary.widened(&sequence));
        }
    });
    match run {
        // What came before the end is as good as all.
        Err(error) if !error.is_of_subject() => Err(error),
        _ => Ok(samples),
    }
}

fn write_plan(path: &std::path::Path, plan: &Plan) -> Result<(), HarnessError> {
    let failed = |source| HarnessError::Write { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    atomic_file::write(path, &to_file_bytes(plan)).map_err(failed)
}
