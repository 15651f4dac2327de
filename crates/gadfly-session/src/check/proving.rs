//! Tests of failing inputs: compiled as the crate's own, run in fresh processes, and placed if they fail as predicted.
//!
//! An input without a test has a reason: a test that does not compile does not affect the others.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_cargo::Subject;
use gadfly_plan::prepared::Prepared;
use gadfly_tests::emit::{Prediction, PropertyInput, Replay, TestText, property_test};
use gadfly_tests::home::Home;
use gadfly_tests::place::{PlaceError, Placer, Planned};
use gadfly_tests::print::Style;
use gadfly_tests::prove::{Candidate, Prover, TrialRoom, Verdict};
use gadfly_wire::{CrashKind, Outcome};

use super::crate_tests::crate_tests;
use crate::deliver::minimising::Minimised;
use crate::deliver::placing::placer;
use crate::error::CliError;
use crate::findings::collect::RawFinding;
use crate::pipeline::Job;
use crate::pipeline::Observer;
use crate::text;

/// How many causes of one property become tests.
const MOST_TESTS: usize = 3;

/// What became of tests.
#[derive(Debug, Default)]
pub(in super::super) struct Proven {
    /// How many fail as predicted.
    pub(in super::super) failing: usize,
    /// How many of those stand in the crate.
    pub(in super::super) placed: usize,
    /// How many do not fail as predicted.
    pub(in super::super) dropped: usize,
    /// What to do so that tests are run with the crate's own.
    pub(in super::super) hints: Vec<String>,
    /// Why a finding has no test in the crate, by its id.
    pub(in super::super) untested: BTreeMap<String, String>,
}

/// Writes, proves and places tests of findings, and notes in each which test shows it.
pub(in super::super) fn prove(
    subject: &Subject,
    job: &Job,
    prepared: &Prepared,
    shown: &mut [(RawFinding, Option<Minimised>)],
    console: &dyn Observer,
) -> Result<Proven, CliError> {
    let mut proven = Proven::default();
    let candidates = candidates(subject, prepared, shown, &mut proven);
    if candidates.is_empty() {
        return Ok(proven);
    }
    let stage = console.stage("Confirming", "");
    let (owners, candidates): (Vec<usize>, Vec<Candidate>) = candidates.into_iter().unzip();
    let (tests, placer) = (crate_tests(subject, job), placer(subject, job));
    let room = TrialRoom::new(job.artifacts.dir().join("check/trial"));
    let mut prover = Prover::new(&tests, &placer, room);
    let verdicts = prover.prove(&candidates)?;
    for (owner, verdict) in owners.iter().zip(&verdicts) {
        if let Some(why) = reason(verdict) {
            proven.untested.insert(shown[*owner].0.finding.id.clone(), why);
            proven.dropped += 1;
        } else {
            proven.failing += 1;
        }
    }
    for (index, planned) in prover.plan(&candidates, &verdicts) {
        let finding = &mut shown[owners[index]].0.finding;
        match planned.and_then(|planned| placed(&placer, planned, job)) {
            Ok(Some(planned)) => {
                proven.placed += 1;
                finding.test = Some(candidates[index].home.path_of(&planned.test));
            }
            Ok(None) => {
                let why = "it is confirmed, but --no-write keeps it out of the crate";
                proven.untested.insert(finding.id.clone(), why.to_owned());
            }
            Err(reason) => {
                proven.untested.insert(finding.id.clone(), reason.to_string());
            }
        }
    }
    stage.finish(&text::count(proven.failing as u64, "failing test"));
    Ok(proven)
}

/// Puts a file in its place; nothing if it is not to be written.
fn placed(placer: &Placer, planned: Planned, job: &Job) -> Result<Option<Planned>, PlaceError> {
    if planned.is_known {
        return Ok(Some(planned));
    }
    if !job.settings.write {
        return Ok(None);
    }
    placer.place(&planned)?;
    Ok(Some(planned))
}

/// Why there is no test; nothing if there is one.
fn reason(verdict: &Verdict) -> Option<String> {
    Some(match verdict {
        Verdict::Proven { .. } => return None,
        Verdict::Refused(reason) => reason.to_string(),
        Verdict::CrateRejected(why) => format!("the crate's own tests do not compile: {why}"),
        Verdict::Rejected(why) => format!("it does not compile: {why}"),
        Verdict::RejectedTogether(why) => format!("it does not compile with others: {why}"),
        Verdict::Unconfirmed => "it does not fail every time in a process of its own".to_owned(),
    })
}

/// Tests to prove, each with the index of its finding.
fn candidates(
    subject: &Subject,
    prepared: &Prepared,
    shown: &[(RawFinding, Option<Minimised>)],
    proven: &mut Proven,
) -> Vec<(usize, Candidate)> {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for property in prepared.properties.iter().filter(|property| !property.is_method) {
        names.entry(&property.name).or_default().insert(&property.module);
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut candidates = Vec::new();
    for (index, (found, shown)) in shown.iter().enumerate() {
        let (id, key) = (&found.finding.id, &found.finding.item);
        let mut no_test = |why: &str| {
            proven.untested.insert(id.clone(), why.to_owned());
        };
        let property = prepared.properties.iter().find(|property| property.key == *key);
        let Some(property) = property else { continue };
        let Some(shown) = shown else {
            no_test("it did not fail again");
            continue;
        };
        let count = counts.entry(key.as_str()).or_default();
        *count += 1;
        if *count > MOST_TESTS {
            no_test("a property gets three tests at most");
            continue;
        }
        let is_twin = names.get(property.name.as_str()).is_some_and(|modules| modules.len() > 1);
        let is_twin = is_twin && !property.is_method;
        let Some(home) = Home::of_property(property, &prepared.hooks, is_twin) else {
            no_test("`gadfly::regressions!()` is missing");
            let whose = match is_twin {
                true => format!("properties of one name, as {} is,", property.name),
                false => "methods".to_owned(),
            };
            proven.hint(format!(
                "put `#[cfg(test)] gadfly::regressions!();` into the crate's root, and failing \
                 inputs of {whose} become tests"
            ));
            continue;
        };
        let input = PropertyInput {
            sequence: &shown.sequence,
            literals: &shown.literals,
            outcome: &shown.outcome,
            message: &found.finding.message,
        };
        let written = |way| property_test(prepared, property, &home, subject.into(), input, way);
        let styles = [Style::of_property(property), Style::Full, Style::Typed];
        let replays = [Replay::Outcome, Replay::Result];
        let ways = replays.into_iter().flat_map(|replay| styles.map(|style| (replay, style)));
        let mut texts: Vec<TestText> = Vec::new();
        for text in ways.filter_map(written) {
            if texts.iter().all(|known| known.body != text.body) {
                texts.push(text);
            }
        }
        if texts.is_empty() {
            no_test("its input cannot be written as source");
            continue;
        }
        let prediction = match shown.outcome {
            Outcome::Died { kind: CrashKind::Hang, .. } => Prediction::Hangs,
            Outcome::Died { kind, .. } => Prediction::Dies(kind),
            _ => Prediction::Fails,
        };
        candidates.push((index, Candidate { home, texts, prediction }));
    }
    candidates
}

impl Proven {
    fn hint(&mut self, hint: String) {
        if !self.hints.contains(&hint) {
            self.hints.push(hint);
        }
    }
}
