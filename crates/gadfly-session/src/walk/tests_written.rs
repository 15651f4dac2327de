//! Tests of judged outcomes: right ones as tests that pass, wrong ones as tests that fail.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_build::replay::Replayed;
use gadfly_cargo::Subject;
use gadfly_plan::names::snake_case;
use gadfly_tests::emit::{Containment, Draft, Header, Prediction, TestNames};
use gadfly_tests::print::{End, Expected};
use gadfly_tests::prove::{Fate, Suite, prove};
use gadfly_walk::{Judgement, Oracle, Outcome, Verdict, Walk};
use gadfly_wire::Outcome as Ended;

use super::protocol::Protocol;
use super::sentences::SentenceWriter;
use super::target::file_stem;
use crate::deliver::expected_form::expected;
use crate::deliver::placing::place;
use crate::error::CliError;
use crate::harness;
use crate::pipeline::Job;
use crate::pipeline::Observer;
use crate::report::TestCounts;
use crate::text;

/// How many tests are written at most.
const MOST: usize = 400;
/// The longest name of a test.
const LONGEST_NAME: usize = 70;

/// What was written.
#[derive(Default)]
pub(super) struct Written {
    /// How many tests there are.
    pub(super) counts: TestCounts,
    /// For people.
    pub(super) notes: Vec<String>,
    /// Tests that fail, by what their sequences are known by.
    pub(super) names: Vec<(String, String)>,
}

/// One outcome that a test is to show.
struct KnownOutcome {
    /// The calls that lead to it.
    calls: Vec<usize>,
    /// Its key in the oracle.
    key: String,
    /// The outcome.
    outcome: Outcome,
    /// The verdict on it.
    verdict: Verdict,
}

/// Writes, proves and places tests of all that an oracle knows and this walk, or a run of its own, can show.
pub(super) fn write_tests(
    subject: &Subject,
    job: &Job,
    console: &dyn Observer,
    writer: &SentenceWriter<'_>,
    walk: &Walk,
    judgement: &Judgement,
    oracle: &Oracle,
) -> Result<Written, CliError> {
    let mut written = Written::default();
    let prepared = writer.prepared;
    let known = known(writer.protocol, walk, judgement, oracle);
    if known.is_empty() || !job.settings.tests {
        return Ok(written);
    }
    let stage = console.stage("Confirming", "");
    let calls: Vec<Vec<usize>> = known.iter().map(|known| known.calls.clone()).collect();
    let replayed = writer.replayed(&calls)?;
    let mut names = TestNames::default();
    let ignore_failing = job.settings.ignore_failing;
    let shown = known.iter().zip(&replayed).map(|(known, replayed)| {
        let ignore = ignore_failing && known.verdict == Verdict::Wrong;
        draft(writer.protocol, walk, known, replayed, ignore)
    });
    let shown: Vec<Option<Draft>> = shown.collect();
    let mut judged: BTreeSet<&str> = known
        .iter()
        .zip(&shown)
        .filter(|(_, shown)| shown.is_some())
        .map(|(it, _)| &*it.key)
        .collect();
    let (mut drafts, mut owners) = (Vec::new(), Vec::new());
    for ((known, replayed), shown) in known.iter().zip(&replayed).zip(shown) {
        let is_changed = shown.is_none() && known.verdict == Verdict::Right;
        // Where the new outcome was judged, that is shown.
        let changed = (is_changed && judged.insert(&known.key))
            .then(|| changed_draft(writer.protocol, walk, known, replayed, ignore_failing))
            .flatten();
        let is_broken = known.verdict == Verdict::Wrong || changed.is_some();
        if let Some(mut draft) = shown.or(changed) {
            draft.name = names.name(&draft.name);
            drafts.push(draft);
            owners.push((known, is_broken));
        }
    }
    let stem = snake_case(&file_stem(&writer.protocol.ty)).replace("__", "_");
    let file = format!("gadfly_walk_{stem}");
    let header = Header::Walk { ty: &writer.protocol.ty }.lines(&subject.package, &subject.version);
    let suite = Suite { file: file.clone(), header, drafts };
    let admits = |path: &str| job.settings.filter.admits(path);
    let order = harness::order(subject, job, &admits)?;
    let workspace = order.workspace()?;
    workspace.prepare(order.optimise)?;
    let directory = job.artifacts.dir().join("run");
    let jobs = job.settings.jobs.get();
    let suites = [suite];
    let proofs = prove(&workspace, prepared, &directory, jobs, job.settings.seed, &suites)?;
    let mut changed = 0;
    for ((fate, draft), owner) in proofs[0].fates.iter().zip(&suites[0].drafts).zip(owners) {
        let (known, is_broken) = owner;
        match fate {
            Fate::Proven(_) if !is_broken => written.counts.regression += 1,
            Fate::Proven(_) => {
                written.counts.failing += 1;
                changed += u64::from(known.verdict == Verdict::Right);
                written.names.push((known.key.clone(), format!("{file}::{}", draft.name)));
            }
            _ => written.counts.discarded_flaky += 1,
        }
    }
    let (passing, failing) = (written.counts.regression, written.counts.failing);
    stage.finish(&format!("{}, {passing} passing", text::count(failing, "failing test")));
    if job.settings.write {
        match place(subject, job, &workspace, &file, &proofs[0].text)? {
            Ok(note) => {
                written.notes.push(format!(
                    "Wrote tests/{file}.rs with {} that pass and {failing} that fail",
                    text::count(passing, "test"),
                ));
                written.notes.extend(note);
            }
            Err(why) => written.notes.push(format!("tests/{file}.rs is not written: {why}")),
        }
        if changed > 0 {
            written.notes.push(format!(
                "{} because an accepted outcome has changed: answer the questions, or fix the crate",
                text::count(changed, "test") + if changed == 1 { " fails" } else { " fail" }
            ));
        }
    }
    Ok(written)
}

/// Outcomes of the oracle that a test can show: by the calls of a key as they are, or by a sequence of the walk.
fn known(
    protocol: &Protocol,
    walk: &Walk,
    judgement: &Judgement,
    oracle: &Oracle,
) -> Vec<KnownOutcome> {
    let shown: BTreeMap<&str, usize> =
        judgement.shown.iter().map(|(key, step, _)| (key.as_str(), *step)).collect();
    let known = oracle.entries().filter_map(|(key, outcome, verdict)| {
        let read = protocol.speller.read(&walk.calls, key);
        let calls = read.or_else(|| shown.get(key).map(|step| walk.calls_of(*step)))?;
        Some(KnownOutcome { calls, key: key.to_owned(), outcome: Outcome::parse(outcome), verdict })
    });
    let mut known: Vec<KnownOutcome> = known.collect();
    known.sort_by(|left, right| {
        (left.calls.len(), &left.calls).cmp(&(right.calls.len(), &right.calls))
    });
    known.truncate(MOST);
    known
}

/// A test of one outcome, if that is what happens now and a test can show it.
fn draft(
    protocol: &Protocol,
    walk: &Walk,
    known: &KnownOutcome,
    replayed: &Replayed,
    ignore: bool,
) -> Option<Draft> {
    let (mut draft, last) = call_draft(protocol, walk, known, replayed, ignore)?;
    let debug = shown(replayed, last);
    let panicked = panicked(replayed);
    let verdict = known.verdict;
    match (&known.outcome, verdict) {
        (Outcome::Value(_), _) if panicked.is_some() => return None,
        (Outcome::Value(text), _) => {
            let debug = debug.filter(|debug| Outcome::value(debug).text() == *text)?;
            if verdict == Verdict::Right {
                let output = &protocol.entries[*known.calls.last()?].output;
                let form = expected(output, &debug)?;
                draft.expected.push(Expected { var: last, is_final: false, form });
            } else {
                let assertion = format!("assert_ne!(format!(\"{{:?}}\", {{0}}), {debug:?});");
                draft.end = End::Law { assertion, vars: vec![last] };
                draft.prediction = Prediction::Fails;
            }
        }
        (Outcome::Unit | Outcome::Opaque(_), Verdict::Right) if panicked.is_none() => {}
        (Outcome::Panic(text), _) => {
            let message = panicked
                .filter(|message| Outcome::panic(message) == Outcome::Panic(text.clone()))?;
            match verdict {
                Verdict::Right => draft.should_panic = Some(first_line(message)?),
                Verdict::Wrong => draft.prediction = Prediction::Panics(message.clone()),
            }
        }
        _ => return None,
    }
    if verdict == Verdict::Wrong {
        draft.doc.push(format!("Wrong: {}.", known.outcome.text().trim_end_matches('.')));
    }
    Some(draft)
}

/// A failing test of an outcome that was accepted, if something else happens now. It passes again once the crate does what was
/// accepted.
fn changed_draft(
    protocol: &Protocol,
    walk: &Walk,
    known: &KnownOutcome,
    replayed: &Replayed,
    ignore: bool,
) -> Option<Draft> {
    let (mut draft, last) = call_draft(protocol, walk, known, replayed, ignore)?;
    let now = match panicked(replayed) {
        Some(message) => Outcome::panic(message),
        None => Outcome::value(&shown(replayed, last)?),
    };
    if now.text() == known.outcome.text() {
        return None;
    }
    match (&known.outcome, &now) {
        (Outcome::Panic(message), _) => {
            draft.should_panic = Some(first_line(message)?);
            let complaint = match now {
                Outcome::Panic(_) => "panic did not contain expected string",
                _ => "did not panic as expected",
            };
            draft.prediction = Prediction::Mentions(complaint.to_owned());
        }
        (Outcome::Value(text), _) => {
            let form = expected(&protocol.entries[*known.calls.last()?].output, text)?;
            draft.expected.push(Expected { var: last, is_final: false, form });
            draft.prediction = Prediction::Fails;
        }
        (Outcome::Unit | Outcome::Opaque(_), Outcome::Panic(_)) => {
            draft.prediction = Prediction::Fails;
        }
        _ => return None,
    }
    let (accepted, now) = (known.outcome.text(), now.text());
    draft.doc.push(format!("Accepted: {}.", accepted.trim_end_matches('.')));
    draft.doc.push(format!("Now: {}.", now.trim_end_matches('.')));
    Some(draft)
}

/// A test that makes the calls of an outcome and asserts nothing yet, with the variable of the last result.
fn call_draft(
    protocol: &Protocol,
    walk: &Walk,
    known: &KnownOutcome,
    replayed: &Replayed,
    ignore: bool,
) -> Option<(Draft, u32)> {
    let sequence = replayed.sequence.clone()?;
    let entry = &protocol.entries[*known.calls.last()?];
    let last = last_result(&sequence, entry.operation)?;
    let draft = Draft {
        name: name(protocol, walk, &known.calls),
        item: entry.path.clone(),
        doc: Vec::new(),
        sequence,
        literals: protocol.literal_sources.clone(),
        end: End::Call,
        expected: Vec::new(),
        helpers: String::new(),
        containment: Containment::None,
        should_panic: None,
        ignore: ignore.then(|| "fails until its cause is fixed".to_owned()),
        prediction: Prediction::Passes,
    };
    Some((draft, last))
}

/// The `Debug` text of a variable right after its call.
fn shown(replayed: &Replayed, var: u32) -> Option<String> {
    let looked = replayed.values.iter().find(|value| value.var == var && !value.is_final);
    looked.and_then(|value| value.debug.clone())
}

fn panicked(replayed: &Replayed) -> Option<&String> {
    match &replayed.outcome {
        Ended::Panicked { message, .. } => Some(message),
        _ => None,
    }
}

fn first_line(message: &str) -> Option<String> {
    message.lines().next().filter(|line| !line.is_empty()).map(str::to_owned)
}

/// The variable that the last call of an operation yields.
fn last_result(sequence: &gadfly_wire::Sequence, operation: u32) -> Option<u32> {
    let is_it = |what| what == gadfly_wire::What::Operation(operation);
    sequence.statements.iter().rposition(|it| is_it(it.what)).map(|at| at as u32)
}

/// `top_after_push_push`, repetitions as a number.
fn name(protocol: &Protocol, walk: &Walk, calls: &[usize]) -> String {
    let kept: Vec<&str> = walk
        .purity()
        .reduced(calls)
        .into_iter()
        .map(|at| protocol.calls[calls[at]].name.as_str())
        .collect();
    let (last, before) = kept.split_last().expect("a sequence has a call");
    let before = before.get(1..).unwrap_or_default();
    let mut name = clean(last);
    let mut is_first = true;
    for run in before.chunk_by(|left, right| left == right) {
        name.push_str(if is_first { "_after_" } else { "_" });
        is_first = false;
        name.push_str(&clean(run[0]));
        if run.len() > 2 {
            name.push_str(&format!("_{}_times", run.len()));
        } else if run.len() == 2 {
            name.push_str(&format!("_{}", clean(run[0])));
        }
    }
    name.truncate(LONGEST_NAME);
    name.trim_end_matches('_').to_owned()
}

fn clean(name: &str) -> String {
    let text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let text = snake_case(&text).replace("__", "_").trim_matches('_').to_owned();
    if syn_keyword(&text) { format!("{text}_it") } else { text }
}

fn syn_keyword(text: &str) -> bool {
    ["match", "move", "mut", "ref", "type", "use", "where", "as", "in", "loop", "fn", "if"]
        .contains(&text)
}
