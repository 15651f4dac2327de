//! Tests of failing inputs: compiled as the crate's own, run in fresh processes, and placed if they fail as predicted.

use std::collections::{BTreeMap, BTreeSet};

use gadfly_cargo::Subject;
use gadfly_harness::confirm::Trial;
use gadfly_harness::emit::Prediction;
use gadfly_harness::prepared::Prepared;
use gadfly_harness::print::Style;
use gadfly_wire::{CrashKind, Outcome};

use super::super::findings::Found;
use super::super::minimising::Shown;
use super::programs::{self, Programs};
use super::writing::{Home, Input, test_text};
use crate::console::{Console, text};
use crate::error::CliError;
use crate::exhaust::TestText;
use crate::exhaust::place::{self, Draft};
use crate::pipeline::Job;

/// How many causes of one property become tests.
const MOST_TESTS: usize = 3;
/// How often each test is run.
const RUNS: usize = 3;

/// What became of tests.
#[derive(Debug, Default)]
pub(in super::super) struct Proven {
    /// How many fail as predicted.
    pub(in super::super) failing: usize,
    /// How many do not.
    pub(in super::super) dropped: usize,
    /// What to do so that tests are run with the crate's own.
    pub(in super::super) hints: Vec<String>,
}

/// A test on its way.
struct Candidate {
    /// The index of its finding.
    finding: usize,
    home: Home,
    text: TestText,
    /// The same in more words, for when the compiler cannot infer what was left out.
    wordier: Vec<TestText>,
}

/// Writes, proves and places tests of findings, and notes in each which test shows it.
pub(in super::super) fn prove(
    subject: &Subject,
    job: &Job,
    prepared: &Prepared,
    shown: &mut [(Found, Option<Shown>)],
    console: &Console,
) -> Result<Proven, CliError> {
    let mut proven = Proven::default();
    let mut candidates = candidates(subject, prepared, shown, &mut proven);
    if candidates.is_empty() {
        return Ok(proven);
    }
    let stage = console.stage("Confirming", "");
    let bench = Bench { subject, job };
    let mut built = bench.build(&candidates.iter().collect::<Vec<_>>())?;
    if built.is_none() {
        for candidate in &mut candidates {
            bench.reword(candidate)?;
        }
        built = bench.build(&candidates.iter().collect::<Vec<_>>())?;
    }
    let mut files: BTreeMap<&str, Vec<&Candidate>> = BTreeMap::new();
    for candidate in &candidates {
        files.entry(&candidate.home.file).or_default().push(candidate);
    }
    let groups: Vec<Vec<&Candidate>> = files.into_values().collect();
    let all: Vec<&Candidate> = groups.iter().flatten().copied().collect();
    let mut holding: Vec<(&Candidate, String)> = Vec::new();
    match built {
        Some(programs) => {
            for candidate in &all {
                if let Some(test) = bench.fails(candidate, &all, &programs, shown)? {
                    holding.push((candidate, test));
                }
            }
        }
        // Together they do not compile: each by itself.
        None => {
            for candidate in &all {
                let alone = [*candidate];
                let Some(programs) = bench.build(&alone)? else { continue };
                if let Some(test) = bench.fails(candidate, &alone, &programs, shown)? {
                    holding.push((candidate, test));
                }
            }
        }
    }
    proven.failing = holding.len();
    proven.dropped = all.len() - holding.len();
    for group in groups {
        let kept: Vec<&Candidate> = group
            .into_iter()
            .filter(|candidate| holding.iter().any(|(held, _)| held.finding == candidate.finding))
            .collect();
        for (candidate, draft) in kept.iter().zip(bench.drafts(&kept)) {
            match draft {
                Ok(draft) => {
                    if job.settings.write
                        && !draft.is_known
                        && let Err(reason) = place::place(&draft)
                    {
                        console.warn(&reason.to_string());
                    }
                    shown[candidate.finding].0.finding.test =
                        Some(format!("{}::{}", candidate.home.module, draft.test));
                }
                Err(reason) => console.warn(&reason.to_string()),
            }
        }
    }
    stage.finish(&text::count(proven.failing as u64, "failing test"));
    Ok(proven)
}

fn candidates(
    subject: &Subject,
    prepared: &Prepared,
    shown: &[(Found, Option<Shown>)],
    proven: &mut Proven,
) -> Vec<Candidate> {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for property in prepared.properties.iter().filter(|property| !property.is_method) {
        names.entry(&property.name).or_default().insert(&property.module);
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut candidates = Vec::new();
    for (index, (found, shown)) in shown.iter().enumerate() {
        let key = &found.finding.item;
        let property = prepared.properties.iter().find(|property| property.key == *key);
        let (Some(property), Some(shown)) = (property, shown) else { continue };
        let count = counts.entry(key.as_str()).or_default();
        *count += 1;
        if *count > MOST_TESTS {
            continue;
        }
        if names.get(property.name.as_str()).is_some_and(|modules| modules.len() > 1) {
            proven.hint(format!(
                "another property is called {}, too: give it a name of its own, and its failing \
                 inputs become tests",
                property.name
            ));
            continue;
        }
        let Some(home) = Home::of(property, &prepared.hooks) else {
            proven.hint(
                "put `#[cfg(test)] gadfly::regressions!();` into the crate's root, and failing \
                 inputs of methods become tests"
                    .to_owned(),
            );
            continue;
        };
        let input = Input {
            sequence: &shown.sequence,
            literals: &shown.literals,
            outcome: &shown.outcome,
            message: &found.finding.message,
        };
        let (lib_name, edition) = (&subject.lib_name, &subject.edition);
        let written = |style| test_text(prepared, property, &home, lib_name, edition, input, style);
        let styles = [property.style(), Style::Full, Style::Typed];
        let mut texts: Vec<TestText> = styles.into_iter().filter_map(written).collect();
        texts.dedup_by(|next, text| next.body == text.body);
        if !texts.is_empty() {
            let text = texts.remove(0);
            candidates.push(Candidate { finding: index, home, text, wordier: texts });
        }
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

struct Bench<'a> {
    subject: &'a Subject,
    job: &'a Job,
}

impl Bench<'_> {
    /// The files of the candidates, as they would be with all of them, in order.
    fn drafts(&self, candidates: &[&Candidate]) -> Vec<Result<Draft, place::NotPlaced>> {
        let folder = self.subject.package_root.join("tests/gadfly_failures");
        let mut contents: BTreeMap<&str, String> = BTreeMap::new();
        let mut drafts = Vec::new();
        for candidate in candidates {
            let home = &candidate.home;
            let path = folder.join(format!("{}.rs", home.file));
            let old = match contents.get(home.file.as_str()) {
                Some(content) => Ok(content.clone()),
                None => place::read(&path),
            };
            let draft =
                old.and_then(|old| place::add(path, old, home.head, &home.name, &candidate.text));
            if let Ok(draft) = &draft {
                contents.insert(&home.file, draft.content.clone());
            }
            drafts.push(draft);
        }
        drafts
    }

    /// Puts a candidate into as many words as it needs to compile, if it does at all.
    fn reword(&self, candidate: &mut Candidate) -> Result<(), CliError> {
        while !candidate.wordier.is_empty() && self.build(&[&*candidate])?.is_none() {
            candidate.text = candidate.wordier.remove(0);
        }
        Ok(())
    }

    /// Compiles the crate's tests with those of the candidates; nothing if that fails.
    fn build(&self, candidates: &[&Candidate]) -> Result<Option<Programs>, CliError> {
        let drafts: Vec<Draft> = self.drafts(candidates).into_iter().flatten().collect();
        if drafts.is_empty() {
            return Ok(None);
        }
        let all: String = drafts.iter().map(|draft| draft.content.as_str()).collect();
        // Cargo compiles again when the variable changes, so that the name tells the contents.
        let folder =
            self.job.artifacts.dir().join(format!("check/proof-{:016x}", place::checksum(&all)));
        let failed = |error: std::io::Error| CliError::Environment {
            message: format!("failed to write {}: {error}", folder.display()),
            help: None,
        };
        std::fs::create_dir_all(&folder).map_err(failed)?;
        for draft in &drafts {
            let name = draft.path.file_name().unwrap_or_default();
            std::fs::write(folder.join(name), &draft.content).map_err(failed)?;
        }
        let selectors = candidates.iter().map(|candidate| &candidate.home.selector);
        let built = programs::build(self.subject, selectors, Some(&folder));
        // The programs do not need it any more.
        let _ = std::fs::remove_dir_all(&folder);
        Ok(built?.ok())
    }

    /// The name of a candidate's test, if it fails as predicted every time. `together` are those it was built with.
    fn fails(
        &self,
        candidate: &Candidate,
        together: &[&Candidate],
        programs: &Programs,
        shown: &[(Found, Option<Shown>)],
    ) -> Result<Option<String>, CliError> {
        let drafts = self.drafts(together);
        let at = together.iter().position(|other| other.finding == candidate.finding);
        let draft = at.and_then(|at| drafts.into_iter().nth(at)).and_then(Result::ok);
        let (Some(draft), Some(program)) = (draft, programs.get(&candidate.home.selector)) else {
            return Ok(None);
        };
        let test = format!("{}::{}", candidate.home.module, draft.test);
        let directory = self.job.artifacts.dir().join("check/trial");
        std::fs::create_dir_all(&directory).map_err(|error| CliError::Environment {
            message: format!("failed to create {}: {error}", directory.display()),
            help: None,
        })?;
        let prediction = match shown[candidate.finding].1.as_ref().map(|shown| &shown.outcome) {
            Some(Outcome::Died { kind: CrashKind::Hang, .. }) => Prediction::Hangs,
            Some(Outcome::Died { .. }) => Prediction::Dies,
            _ => Prediction::Fails,
        };
        let (directory, test_name) = (&*directory, &*test);
        let trial = Trial { program, directory, test: test_name, is_sanitized: false, caught: 0 };
        for _ in 0..RUNS {
            if !trial.run()?.is_as_predicted(&prediction) {
                return Ok(None);
            }
        }
        Ok(Some(test))
    }
}
