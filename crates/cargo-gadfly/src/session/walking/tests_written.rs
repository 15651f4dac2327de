//! From judged outcomes to tests: what is right as tests that pass, what is wrong as tests that fail.

use gadfly_cargo::Subject;
use gadfly_harness::confirm::{Fate, Suite, prove};
use gadfly_harness::emit::{Containment, Draft, Prediction, TestNames};
use gadfly_harness::prepared::Prepared;
use gadfly_harness::print::{End, Expected, snake_case};
use gadfly_harness::replay::Replayed;
use gadfly_walk::{Judgement, Outcome, Verdict, Walk};
use gadfly_wire::Outcome as Ended;

use super::super::expected_form::expected;
use super::super::harness;
use super::super::placing::place;
use super::protocol::Protocol;
use super::sentences::Writer;
use super::target::file_stem;
use crate::console::{Console, text};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::report::TestCounts;

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
    /// Of each sequence that has a test, its name.
    pub(super) names: Vec<(usize, String)>,
}

/// Writes, proves and places the tests of a judged walk.
pub(super) fn write_tests(
    subject: &Subject,
    job: &Job,
    console: &Console,
    prepared: &Prepared,
    writer: &Writer<'_>,
    walk: &Walk,
    judgement: &Judgement,
) -> Result<Written, CliError> {
    let mut written = Written::default();
    let judged: Vec<(usize, Verdict)> =
        judgement.shown.iter().map(|(_, step, verdict)| (*step, *verdict)).take(MOST).collect();
    if judged.is_empty() || !job.settings.tests {
        return Ok(written);
    }
    let stage = console.stage("Confirming", "");
    let steps: Vec<usize> = judged.iter().map(|(step, _)| *step).collect();
    let replayed = writer.replayed(walk, &steps)?;
    let mut names = TestNames::default();
    let (mut drafts, mut owners) = (Vec::new(), Vec::new());
    for ((step, verdict), replayed) in judged.into_iter().zip(replayed) {
        let ignore = job.settings.ignore_failing && verdict == Verdict::Wrong;
        let drafted = draft(writer.protocol, walk, step, verdict, replayed, ignore);
        if let Some(mut draft) = drafted {
            draft.name = names.name(&draft.name);
            drafts.push(draft);
            owners.push((step, verdict));
        }
    }
    let stem = snake_case(&file_stem(&writer.protocol.ty)).replace("__", "_");
    let file = format!("gadfly_walk_{stem}");
    let suite = Suite { file: file.clone(), header: header(subject, &writer.protocol.ty), drafts };
    let admits = |path: &str| job.settings.filter.admits(path);
    let order = harness::order(subject, job, &admits)?;
    let workshop = order.workshop()?;
    workshop.prepare(order.optimise)?;
    let directory = job.artifacts.dir().join("run");
    let jobs = job.settings.jobs.get();
    let suites = [suite];
    let proofs = prove(&workshop, prepared, &directory, jobs, job.settings.seed, &suites)?;
    for ((fate, draft), (step, verdict)) in
        proofs[0].fates.iter().zip(&suites[0].drafts).zip(&owners)
    {
        match (fate, verdict) {
            (Fate::Proven(_), Verdict::Right) => written.counts.regression += 1,
            (Fate::Proven(_), Verdict::Wrong) => {
                written.counts.failing += 1;
                written.names.push((*step, format!("{file}::{}", draft.name)));
            }
            _ => written.counts.discarded_flaky += 1,
        }
    }
    let (passing, failing) = (written.counts.regression, written.counts.failing);
    stage.finish(&format!("{}, {passing} passing", text::count(failing, "failing test")));
    if job.settings.write {
        let placed = place(subject, job, &workshop, &file, &proofs[0].text)?;
        written.notes.push(format!(
            "Wrote tests/{file}.rs with {} that pass and {failing} that fail",
            text::count(passing, "test"),
        ));
        written.notes.extend(placed.notes);
    }
    Ok(written)
}

/// A test of one outcome, if a test can show it.
fn draft(
    protocol: &Protocol,
    walk: &Walk,
    step: usize,
    verdict: Verdict,
    replayed: Replayed,
    ignore: bool,
) -> Option<Draft> {
    let sequence = replayed.sequence?;
    let walked = &walk.steps[step];
    let entry = &protocol.entries[walked.call];
    let last = last_result(&sequence, entry.operation)?;
    let has_panicked = matches!(replayed.outcome, Ended::Panicked { .. });
    let mut draft = Draft {
        name: name(protocol, walk, step),
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
    match (&walked.outcome, verdict) {
        (Outcome::Value(text), Verdict::Right) => {
            let form = expected(&entry.output, text)?;
            draft.expected.push(Expected { var: last, is_final: false, form });
        }
        (Outcome::Value(text), Verdict::Wrong) => {
            let assertion = format!("assert_ne!(format!(\"{{:?}}\", {{0}}), {});", escaped(text));
            draft.end = End::Law { assertion, vars: vec![last] };
            draft.prediction = Prediction::Fails;
        }
        (Outcome::Unit | Outcome::Opaque(_), Verdict::Right) => {}
        (Outcome::Panic(message), _) if has_panicked && !message.contains("0x…") => match verdict
        {
            Verdict::Right => {
                let line = message.lines().next().filter(|line| !line.is_empty())?;
                draft.should_panic = Some(line.to_owned());
            }
            Verdict::Wrong => draft.prediction = Prediction::Panics(message.clone()),
        },
        _ => return None,
    }
    if verdict == Verdict::Wrong {
        draft.doc.push(format!("Wrong: {}.", walked.outcome.text().trim_end_matches('.')));
    }
    Some(draft)
}

/// The variable that the last call of an operation yields.
fn last_result(sequence: &gadfly_wire::Sequence, operation: u32) -> Option<u32> {
    let is_it = |what| what == gadfly_wire::What::Operation(operation);
    sequence.statements.iter().rposition(|it| is_it(it.what)).map(|at| at as u32)
}

/// A text as a literal inside a pattern with braces.
fn escaped(text: &str) -> String {
    format!("{text:?}")
}

/// `top_after_push_push`, repetitions as a number.
fn name(protocol: &Protocol, walk: &Walk, step: usize) -> String {
    let calls = walk.calls_of(step);
    let purity = walk.purity();
    let kept: Vec<&str> = purity
        .reduced(&calls)
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

fn header(subject: &Subject, ty: &str) -> Vec<String> {
    let (package, version) = (&subject.package, &subject.version);
    let ty = ty.rsplit("::").next().unwrap_or(ty);
    vec![format!(
        "What `cargo gadfly walk` (gadfly {}) was told about {ty} of {package} {version}. Tests of \
         what was called wrong fail until it is fixed.",
        env!("CARGO_PKG_VERSION")
    )]
}
