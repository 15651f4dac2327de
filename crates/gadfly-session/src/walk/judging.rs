//! Judges a walk as it was asked for, and turns what was said into findings, tests and numbers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gadfly_cargo::Subject;
use gadfly_model::rust_path;
use gadfly_triage::facts::Failure;
use gadfly_walk::{Judgement, Outcome, ProtocolMode, Purity, Start, Walk};

use super::oracles::OracleFile;
use super::running::{Runs, WalkShape};
use super::sentences::SentenceWriter;
use super::testing::{OracleAlone, judge};
use super::tests_written::{Written, write_tests};
use crate::error::CliError;
use crate::findings::distinct::{Distinct, Keep};
use crate::findings::identity::{Identity, SeenAs};
use crate::pipeline::{Job, Judging, Observer, Reviewer, WalkRequest, interrupt};
use crate::report::{Finding, FindingBuilder, IdKind, Kind, ShownSequence, Testing, Walked};
use crate::text;

/// The most findings of a report.
const MOST_FINDINGS: usize = 100;
/// Verdicts on outcomes that are findings.
const REJECTED: &str = "was called wrong";
const OPEN: &str = "is not judged";
const CHANGED: &str = "another outcome was accepted";

/// Everything that judging a walk needs.
pub(super) struct WalkContext<'p> {
    /// The crate.
    pub(super) subject: &'p Subject,
    /// What to go by.
    pub(super) job: &'p Job,
    /// Where to say what happens.
    pub(super) console: &'p dyn Observer,
}

/// Judges a walk, and writes down what was said.
pub(super) fn test(
    walked: &mut Walked,
    walk: &Walk,
    writer: &SentenceWriter<'_>,
    runs: &Runs<'_>,
    place: &WalkContext<'_>,
    request: &WalkRequest,
    reviewer: &mut dyn Reviewer,
) -> Result<(), CliError> {
    let WalkContext { subject, job, console } = *place;
    let mut file = OracleFile::open(&subject.package_root, &walked.ty, &request.inherit)?;
    let mut notes = Vec::new();
    for word in &request.forget {
        let count = file.oracle.forget(word);
        notes.push(format!("Forgot {} with {word}", text::count(count as u64, "sequence")));
    }
    let mut alone = OracleAlone;
    let reviewer: &mut dyn Reviewer =
        if request.judging == Judging::Person { reviewer } else { &mut alone };
    let states = &walked.machine;
    let speller = &writer.protocol.speller;
    // A shorter walk shows less of what calls change, and must give sequences the same keys.
    let changing = speller.changing(&walk.calls, file.oracle.keys());
    let purity = walk.purity().without(changing);
    let judgement = judge((walk, states), &purity, writer, &mut file, reviewer)?;
    let mut failed = writer.shown(walk, &judgement.failed)?;
    // Questions that a person left open are no findings.
    let is_unattended = request.judging == Judging::Oracle;
    let most = if is_unattended { MOST_FINDINGS } else { 0 };
    let mut open = writer.shown(walk, &judgement.open[..judgement.open.len().min(most)])?;
    let written = if interrupt::requested() || request.judging == Judging::Oracle {
        Written::default()
    } else {
        write_tests(subject, job, console, writer, walk, &judgement, &file.oracle)?
    };
    notes.extend(written.notes.iter().cloned());
    walked.report.tests = written.counts;
    let found = |walk: &Walk, steps: &[usize], shown: &[ShownSequence], verdict| {
        findings(writer, walk, &purity, steps, shown, &written, verdict)
    };
    walked.report.findings = found(walk, &judgement.failed, &failed, REJECTED);
    let mut remembered = 0;
    if !is_unattended {
        let changed = changed(walk, &purity, &judgement, writer, &file);
        let shown = writer.shown(walk, &changed)?;
        walked.report.findings.extend(found(walk, &changed, &shown, CHANGED));
    }
    if is_unattended {
        walked.report.findings.extend(found(walk, &judgement.open, &open, OPEN));
        if let Some(rest) = beyond(walk, &purity, &judgement, writer, runs, request, &file)? {
            let judged = judge((&rest, states), &purity, writer, &mut file, &mut OracleAlone)?;
            let lengths = |steps: &[usize]| -> Result<Vec<ShownSequence>, CliError> {
                let mut shown = writer.shown(&rest, steps)?;
                for (step, shown) in steps.iter().zip(&mut shown) {
                    shown.level = rest.calls_of(*step).len() as u32 - 1;
                }
                Ok(shown)
            };
            let (wrong, unknown) = (lengths(&judged.failed)?, lengths(&judged.open)?);
            walked.report.findings.extend(found(&rest, &judged.failed, &wrong, REJECTED));
            walked.report.findings.extend(found(&rest, &judged.open, &unknown, OPEN));
            failed.extend(wrong);
            open.extend(unknown);
            remembered = rest.steps.len() as u64;
        }
    }
    walked.testing = Some(Testing {
        remembered,
        counts: judgement.counts,
        failed,
        open,
        known: file.oracle.len(),
        oracle: relative(&file.path, &subject.package_root),
        notes,
    });
    Ok(())
}

/// Sequences without a verdict of which another outcome was accepted: what they do has changed.
fn changed(
    walk: &Walk,
    purity: &Purity,
    judgement: &Judgement,
    writer: &SentenceWriter<'_>,
    file: &OracleFile,
) -> Vec<usize> {
    let key = |step: usize| writer.protocol.speller.key(walk, purity, step);
    let is_accepted = |step: &usize| !file.oracle.right_outcomes(&key(*step)).is_empty();
    judgement.open.iter().copied().filter(is_accepted).take(MOST_FINDINGS).collect()
}

/// What the oracle knows and the walk did not come to, as a walk of its own: each sequence as it is.
fn beyond(
    walk: &Walk,
    purity: &Purity,
    judgement: &Judgement,
    writer: &SentenceWriter<'_>,
    runs: &Runs<'_>,
    request: &WalkRequest,
    file: &OracleFile,
) -> Result<Option<Walk>, CliError> {
    let protocol = writer.protocol;
    let met: BTreeSet<&str> = judgement.shown.iter().map(|(key, ..)| key.as_str()).collect();
    let unjudged: BTreeSet<String> =
        judgement.open.iter().map(|step| protocol.speller.key(walk, purity, *step)).collect();
    let starts: Vec<Start> = file
        .oracle
        .keys()
        .into_iter()
        .filter(|key| !met.contains(key) && !unjudged.contains(*key))
        .filter_map(|key| protocol.speller.read(&walk.calls, key))
        .map(|calls| Start { state: None, calls })
        .collect();
    if starts.is_empty() {
        return Ok(None);
    }
    let shape = WalkShape {
        mode: ProtocolMode::Protocol,
        depth: 0,
        merge: false,
        errors_end: request.errors_end,
        most: None,
    };
    Ok(Some(runs.walk(protocol, starts, shape, &mut |_, _| {})?.walk))
}

/// Outcomes with a verdict as findings: each outcome of a sequence once.
fn findings(
    writer: &SentenceWriter<'_>,
    walk: &Walk,
    purity: &Purity,
    steps: &[usize],
    shown: &[ShownSequence],
    written: &Written,
    verdict: &str,
) -> Vec<Finding> {
    let mut findings = Distinct::new(Keep::First);
    for (step, shown) in steps.iter().zip(shown) {
        let walked = &walk.steps[*step];
        let item = rust_path::plain(&writer.protocol.entries[walked.call].path);
        let message = format!("{}: {verdict}", walked.outcome.text());
        let cause = Identity::of_message(&item, &message);
        let identity = SeenAs { cause: cause.clone(), placeless: None };
        findings.add(identity, None, || {
            let source: Vec<&str> = shown.sentence.lines().collect();
            let key = writer.protocol.speller.key(walk, purity, *step);
            let test = written.names.iter().find(|(tested, _)| *tested == key);
            let kind = match *walked.outcome {
                Outcome::Panic(_) => Kind::Panic,
                Outcome::Died(_) => Kind::Crash,
                Outcome::Violated(_) => Kind::Contract,
                _ => Kind::Property,
            };
            FindingBuilder::new(IdKind::Judgement, cause.text(), kind, item, message)
                .at(walked.location.as_deref().map(str::to_owned))
                .shown_by(source.join("\n"), walk.calls_of(*step).len() as u64)
                .tested_by(test.map(|(_, name)| name.clone()))
                .stated(Failure::Judged)
        });
    }
    let mut findings = findings.into_found(&[]);
    findings.truncate(MOST_FINDINGS);
    findings
}

fn relative(path: &Path, root: &Path) -> PathBuf {
    path.strip_prefix(root).unwrap_or(path).to_owned()
}
