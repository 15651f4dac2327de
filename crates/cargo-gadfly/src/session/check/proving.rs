//! Tests of failing inputs: compiled as the crate's own, run in fresh processes, and placed if they fail as predicted.
//!
//! Where there is no test of an input, the reason is told: one test that does not compile keeps no other from its place.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_cargo::Subject;
use gadfly_plan::prepared::Prepared;
use gadfly_tests::emit::TestText;
use gadfly_tests::place::{PlaceError, Placer, Planned};
use gadfly_tests::print::Style;

use super::proof::{Bench, Candidate};
use super::writing::{Input, Wording, home_of, test_text};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::pipeline::Observer;
use crate::session::deliver::minimising::Minimised;
use crate::session::findings::collect::RawFinding;
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
    let count = candidates.len();
    let mut bench = Bench::new(subject, job);
    let mut by_program: BTreeMap<Vec<String>, Vec<Candidate>> = BTreeMap::new();
    for candidate in candidates {
        by_program.entry(candidate.home.selector.clone()).or_default().push(candidate);
    }
    let mut holding = Vec::new();
    for mut group in by_program.into_values() {
        group.sort_by(|a, b| a.home.file.cmp(&b.home.file));
        holding.extend(held(&mut bench, group, shown, &mut proven)?);
    }
    proven.failing = holding.len();
    proven.dropped = count - holding.len();
    let all: Vec<&Candidate> = holding.iter().collect();
    for (candidate, draft) in all.iter().zip(bench.drafts(&all)) {
        let finding = &mut shown[candidate.finding].0.finding;
        match draft.and_then(|draft| placed(&bench.placer, draft, job)) {
            Ok(Some(draft)) => {
                proven.placed += 1;
                finding.test = Some(candidate.home.path_of(&draft.test));
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

/// Puts a draft in its place; nothing if it is not to be written.
fn placed(placer: &Placer, draft: Planned, job: &Job) -> Result<Option<Planned>, PlaceError> {
    if draft.is_known {
        return Ok(Some(draft));
    }
    if !job.settings.write {
        return Ok(None);
    }
    placer.place(&draft)?;
    Ok(Some(draft))
}

/// Those candidates of one program that compile together and fail as predicted.
fn held(
    bench: &mut Bench<'_>,
    group: Vec<Candidate>,
    shown: &[(RawFinding, Option<Minimised>)],
    proven: &mut Proven,
) -> Result<Vec<Candidate>, CliError> {
    let mut no_test = |candidate: &Candidate, why: String| {
        proven.untested.insert(shown[candidate.finding].0.finding.id.clone(), why);
    };
    let mut open = Vec::new();
    for candidate in group {
        match bench.drafts(&[&candidate]).pop() {
            Some(Err(reason)) => no_test(&candidate, reason.to_string()),
            _ => open.push(candidate),
        }
    }
    let mut built = bench.build(&open.iter().collect::<Vec<_>>())?;
    if built.is_err() {
        let Some(first) = open.first() else { return Ok(Vec::new()) };
        if let Err(why) = bench.build_files(&[], &first.home.selector.clone())? {
            for candidate in &open {
                no_test(candidate, format!("the crate's own tests do not compile: {why}"));
            }
            return Ok(Vec::new());
        }
        // Each by itself, and then all that compile.
        let mut fit = Vec::new();
        for mut candidate in open {
            match bench.reword(&mut candidate)? {
                Ok(()) => fit.push(candidate),
                Err(why) => no_test(&candidate, format!("it does not compile: {why}")),
            }
        }
        open = fit;
        built = bench.build(&open.iter().collect::<Vec<_>>())?;
    }
    if built.is_err() {
        // One after the other, as long as they compile together.
        let mut fit: Vec<Candidate> = Vec::new();
        for candidate in open {
            let together: Vec<&Candidate> = fit.iter().chain([&candidate]).collect();
            match bench.build(&together)? {
                Ok(_) => fit.push(candidate),
                Err(why) => no_test(&candidate, format!("it does not compile with others: {why}")),
            }
        }
        open = fit;
        built = bench.build(&open.iter().collect::<Vec<_>>())?;
    }
    let programs = built.unwrap_or_default();
    let mut holding = BTreeSet::new();
    let all: Vec<&Candidate> = open.iter().collect();
    for candidate in &all {
        let outcome = shown[candidate.finding].1.as_ref().map(|shown| &shown.outcome);
        if bench.fails(candidate, &all, &programs, outcome)? {
            holding.insert(candidate.finding);
        } else {
            no_test(candidate, "it does not fail every time in a process of its own".to_owned());
        }
    }
    open.retain(|candidate| holding.contains(&candidate.finding));
    Ok(open)
}

fn candidates(
    subject: &Subject,
    prepared: &Prepared,
    shown: &[(RawFinding, Option<Minimised>)],
    proven: &mut Proven,
) -> Vec<Candidate> {
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
        let Some(home) = home_of(property, &prepared.hooks, is_twin) else {
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
        let input = Input {
            sequence: &shown.sequence,
            literals: &shown.literals,
            outcome: &shown.outcome,
            message: &found.finding.message,
        };
        let (lib_name, edition) = (&subject.lib_name, &subject.edition);
        let written = |way| test_text(prepared, property, &home, lib_name, edition, input, way);
        let styles = [Style::of_property(property), Style::Full, Style::Typed];
        let wordings = [Wording::Outcome, Wording::Result];
        let ways = wordings.into_iter().flat_map(|wording| styles.map(|style| (wording, style)));
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
        let text = texts.remove(0);
        candidates.push(Candidate { finding: index, home, text, wordier: texts });
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
