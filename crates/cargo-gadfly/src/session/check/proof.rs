//! Where tests are tried: compiled with the crate's own, and run in fresh processes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use gadfly_cargo::Subject;
use gadfly_tests::confirm::Trial;
use gadfly_tests::emit::Prediction;
use gadfly_wire::{CrashKind, Outcome};

use super::programs::{self, Programs};
use super::writing::Home;
use crate::error::CliError;
use crate::pipeline::Job;
use crate::session::exhaust::TestText;
use crate::session::exhaust::place::{self, Draft, Head, NotPlaced};

/// How often each test is run.
const RUNS: usize = 3;

/// A test on its way.
pub(super) struct Candidate {
    /// The index of its finding.
    pub(super) finding: usize,
    pub(super) home: Home,
    pub(super) text: TestText,
    /// The same in other words, for when the compiler does not take it.
    pub(super) wordier: Vec<TestText>,
}

/// Where tests are tried.
pub(super) struct Bench<'a> {
    pub(super) subject: &'a Subject,
    pub(super) job: &'a Job,
    /// Files whose tests of earlier runs do not compile any more: they are written anew.
    anew: BTreeSet<String>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(subject: &'a Subject, job: &'a Job) -> Self {
        Bench { subject, job, anew: BTreeSet::new() }
    }

    /// The files of the candidates, as they would be with all of them, in order.
    pub(super) fn drafts(&self, candidates: &[&Candidate]) -> Vec<Result<Draft, NotPlaced>> {
        let mut contents: BTreeMap<&str, String> = BTreeMap::new();
        let mut drafts = Vec::new();
        for candidate in candidates {
            let home = &candidate.home;
            let old = match contents.get(home.file.as_str()) {
                Some(content) => Ok(content.clone()),
                None => self.old(home),
            };
            let head = Head { line: home.head, signature: home.signature.as_deref() };
            let draft = old.and_then(|old| {
                place::add(self.path(home), &old, &head, &home.name, &candidate.text)
            });
            if let Ok(draft) = &draft {
                contents.insert(&home.file, draft.content.clone());
            }
            drafts.push(draft);
        }
        drafts
    }

    fn path(&self, home: &Home) -> PathBuf {
        self.subject.package_root.join(format!("tests/gadfly_failures/{}.rs", home.file))
    }

    /// What a file has from earlier runs and is to keep.
    fn old(&self, home: &Home) -> Result<String, NotPlaced> {
        let old = place::read(&self.path(home))?;
        let is_ours = place::written(&old, home.head).is_some();
        Ok(if is_ours && self.anew.contains(&home.file) { String::new() } else { old })
    }

    /// Puts a candidate into words that compile; what the compiler said if there are none.
    pub(super) fn reword(
        &mut self,
        candidate: &mut Candidate,
    ) -> Result<Result<(), String>, CliError> {
        let Err(why) = self.build(&[&*candidate])? else { return Ok(Ok(())) };
        if self.is_spoiled(candidate)? {
            self.anew.insert(candidate.home.file.clone());
            if self.build(&[&*candidate])?.is_ok() {
                return Ok(Ok(()));
            }
        }
        while !candidate.wordier.is_empty() {
            candidate.text = candidate.wordier.remove(0);
            if self.build(&[&*candidate])?.is_ok() {
                return Ok(Ok(()));
            }
        }
        Ok(Err(why))
    }

    /// Whether what a file has from earlier runs does not compile by itself.
    fn is_spoiled(&self, candidate: &Candidate) -> Result<bool, CliError> {
        let home = &candidate.home;
        match self.old(home) {
            Ok(old) if !old.is_empty() => {
                let files = [(format!("{}.rs", home.file), old)];
                Ok(self.build_files(&files, &home.selector)?.is_err())
            }
            _ => Ok(false),
        }
    }

    /// Compiles the crate's tests with those of candidates of one program; what the compiler said if that fails.
    pub(super) fn build(
        &self,
        candidates: &[&Candidate],
    ) -> Result<Result<Programs, String>, CliError> {
        let Some(selector) = candidates.first().map(|candidate| &candidate.home.selector) else {
            return Ok(Ok(Programs::new()));
        };
        let drafts = self.drafts(candidates).into_iter().flatten();
        let files = drafts.map(|draft| {
            let name = draft.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, draft.content)
        });
        self.build_files(&files.collect::<Vec<_>>(), selector)
    }

    /// Compiles a program of the crate's tests with these files in the place of the stored ones.
    pub(super) fn build_files(
        &self,
        files: &[(String, String)],
        selector: &Vec<String>,
    ) -> Result<Result<Programs, String>, CliError> {
        let all: String = files.iter().map(|(_, content)| content.as_str()).collect();
        // Cargo compiles again when the variable changes, so that the name tells the contents.
        let folder =
            self.job.artifacts.dir().join(format!("check/proof-{:016x}", place::checksum(&all)));
        let failed = |error: std::io::Error| CliError::Environment {
            message: format!("failed to write {}: {error}", folder.display()),
            help: None,
        };
        std::fs::create_dir_all(&folder).map_err(failed)?;
        for (name, content) in files {
            std::fs::write(folder.join(name), content).map_err(failed)?;
        }
        let built = programs::build(self.subject, [selector], Some(&folder));
        // The programs do not need it any more.
        let _ = std::fs::remove_dir_all(&folder);
        built
    }

    /// Whether a candidate's test fails as predicted every time. `together` are those it was built with.
    pub(super) fn fails(
        &self,
        candidate: &Candidate,
        together: &[&Candidate],
        programs: &Programs,
        outcome: Option<&Outcome>,
    ) -> Result<bool, CliError> {
        let drafts = self.drafts(together);
        let at = together.iter().position(|other| other.finding == candidate.finding);
        let draft = at.and_then(|at| drafts.into_iter().nth(at)).and_then(Result::ok);
        let (Some(draft), Some(program)) = (draft, programs.get(&candidate.home.selector)) else {
            return Ok(false);
        };
        let test = format!("{}::{}", candidate.home.module, draft.test);
        let directory = self.job.artifacts.dir().join("check/trial");
        std::fs::create_dir_all(&directory).map_err(|error| CliError::Environment {
            message: format!("failed to create {}: {error}", directory.display()),
            help: None,
        })?;
        let prediction = match outcome {
            Some(Outcome::Died { kind: CrashKind::Hang, .. }) => Prediction::Hangs,
            Some(Outcome::Died { .. }) => Prediction::Dies,
            _ => Prediction::Fails,
        };
        let (directory, test) = (&*directory, &*test);
        let trial = Trial { program, directory, test, is_sanitized: false, caught: 0 };
        for _ in 0..RUNS {
            if !trial.run()?.is_as_predicted(&prediction) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
