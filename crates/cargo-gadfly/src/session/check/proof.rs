//! Where tests are tried: compiled with the crate's own, and run in fresh processes.

use std::collections::BTreeSet;

use gadfly_cargo::Subject;
use gadfly_test_file::checksum;
use gadfly_tests::confirm::Trial;
use gadfly_tests::emit::{Prediction, TestText};
use gadfly_tests::place::{Home, PlaceError, Placer, Planned};
use gadfly_wire::{CrashKind, Outcome};

use super::programs::{self, Programs};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::session::deliver::placing::placer;

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
    pub(super) placer: Placer,
    /// Files whose tests of earlier runs do not compile any more: they are written anew.
    anew: BTreeSet<String>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(subject: &'a Subject, job: &'a Job) -> Self {
        let placer = placer(subject, job);
        Bench { subject, job, placer, anew: BTreeSet::new() }
    }

    /// The files of the candidates, as they would be with all of them, in order.
    pub(super) fn drafts(&self, candidates: &[&Candidate]) -> Vec<Result<Planned, PlaceError>> {
        let tests = candidates.iter().map(|candidate| (&candidate.home, &candidate.text));
        self.placer.plan(tests, &|home| self.anew.contains(&home.file))
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
        match self.placer.plan_base(home, self.anew.contains(&home.file)) {
            Ok(old) if !old.is_empty() => {
                let files = [(home.file_name(), old)];
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
        let folder = self.job.artifacts.dir().join(format!("check/proof-{:016x}", checksum(&all)));
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
        let test = candidate.home.path_of(&draft.test);
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
