//! Proves tests among the crate's own: those of one program are compiled together where that is possible.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use gadfly_test_file::Folder;

use super::candidate::{Candidate, Verdict};
use super::crate_tests::{CrateBuild, CrateTests};
use super::error::ProveError;
use super::trial::{LONGEST, Trial};
use crate::emit::TestText;
use crate::place::{PlaceError, Placer, Planned};

/// Where tests are run, and how long.
#[derive(Clone, Debug)]
pub struct TrialRoom<'r> {
    /// A directory that they may write to.
    pub directory: PathBuf,
    /// The package, if they start there and may read it.
    pub package: Option<&'r Path>,
    /// How long one may take.
    pub longest: Duration,
}

impl TrialRoom<'_> {
    /// A room for tests that need nothing but a directory to write to.
    pub fn new(directory: PathBuf) -> TrialRoom<'static> {
        TrialRoom { directory, package: None, longest: LONGEST }
    }
}

/// Proves tests among those of a crate.
pub struct Prover<'p> {
    tests: &'p CrateTests<'p>,
    placer: &'p Placer,
    room: TrialRoom<'p>,
    /// Files whose tests of earlier runs do not compile any more: they are written anew.
    anew: BTreeSet<String>,
}

/// A candidate with the way that is being tried.
#[derive(Clone, Copy)]
struct Attempt<'c> {
    index: usize,
    candidate: &'c Candidate,
    way: usize,
}

impl Attempt<'_> {
    fn text(&self) -> Option<&TestText> {
        self.candidate.texts.get(self.way)
    }
}

impl<'p> Prover<'p> {
    /// Prepares proofs.
    pub fn new(tests: &'p CrateTests<'p>, placer: &'p Placer, room: TrialRoom<'p>) -> Prover<'p> {
        Prover { tests, placer, room, anew: BTreeSet::new() }
    }

    /// Compiles and runs candidates; a verdict for each.
    pub fn prove(&mut self, candidates: &[Candidate]) -> Result<Vec<Verdict>, ProveError> {
        let mut verdicts = BTreeMap::new();
        for (index, candidate) in candidates.iter().enumerate() {
            if candidate.texts.is_empty() {
                verdicts.insert(index, Verdict::Rejected("there is no way to write it".to_owned()));
            }
        }
        for index in in_order(candidates).chunk_by(|left, right| {
            candidates[*left].home.selector == candidates[*right].home.selector
        }) {
            let attempts = index.iter().map(|index| Attempt {
                index: *index,
                candidate: &candidates[*index],
                way: 0,
            });
            let attempts = attempts.filter(|attempt| attempt.text().is_some()).collect();
            self.prove_program(attempts, &mut verdicts)?;
        }
        Ok(verdicts.into_values().collect())
    }

    /// The files with all candidates that are proven, as they are going to be; by the index of the candidate.
    pub fn plan<'c>(
        &self,
        candidates: &'c [Candidate],
        verdicts: &[Verdict],
    ) -> Vec<(usize, Result<Planned, PlaceError>)> {
        let proven = in_order(candidates).into_iter().filter_map(|index| match verdicts[index] {
            Verdict::Proven { way } => Some(Attempt { index, candidate: &candidates[index], way }),
            _ => None,
        });
        let proven: Vec<Attempt<'c>> = proven.collect();
        let planned = self.planned(&proven);
        proven.iter().map(|attempt| attempt.index).zip(planned).collect()
    }

    fn planned(&self, attempts: &[Attempt<'_>]) -> Vec<Result<Planned, PlaceError>> {
        let tests = attempts.iter().map(|it| (&it.candidate.home, &it.candidate.texts[it.way]));
        self.placer.plan(tests, &|home| self.anew.contains(&home.file))
    }

    /// Proves the candidates of one program.
    fn prove_program(
        &mut self,
        attempts: Vec<Attempt<'_>>,
        verdicts: &mut BTreeMap<usize, Verdict>,
    ) -> Result<(), ProveError> {
        let mut open = Vec::new();
        for attempt in attempts {
            match self.planned(&[attempt]).pop() {
                Some(Err(reason)) => {
                    verdicts.insert(attempt.index, Verdict::Refused(reason));
                }
                _ => open.push(attempt),
            }
        }
        let Some((program, open)) = self.built(open, verdicts)? else { return Ok(()) };
        let planned = self.planned(&open);
        for (attempt, planned) in open.iter().zip(planned) {
            let verdict = match planned {
                Err(reason) => Verdict::Refused(reason),
                Ok(planned) if self.does_as_predicted(attempt, &planned, &program)? => {
                    Verdict::Proven { way: attempt.way }
                }
                Ok(_) => Verdict::Unconfirmed,
            };
            verdicts.insert(attempt.index, verdict);
        }
        Ok(())
    }

    /// Builds a program with as many candidates as possible; nothing if there is none left.
    fn built<'c>(
        &mut self,
        open: Vec<Attempt<'c>>,
        verdicts: &mut BTreeMap<usize, Verdict>,
    ) -> Result<Option<(PathBuf, Vec<Attempt<'c>>)>, ProveError> {
        let Some(first) = open.first() else { return Ok(None) };
        let selector = first.candidate.home.selector.clone();
        if let CrateBuild::Built(program) = self.build(&open)? {
            return Ok(Some((program, open)));
        }
        if let CrateBuild::Rejected(why) =
            self.tests.build_with(&selector, Folder::Failures, &[])?
        {
            for attempt in open {
                verdicts.insert(attempt.index, Verdict::CrateRejected(why.clone()));
            }
            return Ok(None);
        }
        // Each by itself, and then all that compile.
        let mut fit = Vec::new();
        for attempt in open {
            match self.reworded(attempt)? {
                Ok(attempt) => fit.push(attempt),
                Err(why) => {
                    verdicts.insert(attempt.index, Verdict::Rejected(why));
                }
            }
        }
        if fit.is_empty() {
            return Ok(None);
        }
        if let CrateBuild::Built(program) = self.build(&fit)? {
            return Ok(Some((program, fit)));
        }
        // One after the other, as long as they compile together.
        let mut together: Vec<Attempt<'c>> = Vec::new();
        for attempt in fit {
            together.push(attempt);
            if let CrateBuild::Rejected(why) = self.build(&together)? {
                together.pop();
                verdicts.insert(attempt.index, Verdict::RejectedTogether(why));
            }
        }
        Ok(match self.build(&together)? {
            CrateBuild::Built(program) => Some((program, together)),
            CrateBuild::Rejected(why) => {
                for attempt in together {
                    verdicts.insert(attempt.index, Verdict::RejectedTogether(why.clone()));
                }
                None
            }
        })
    }

    /// The candidate in words that compile; the compiler's first error if there are none.
    fn reworded<'c>(
        &mut self,
        attempt: Attempt<'c>,
    ) -> Result<Result<Attempt<'c>, String>, ProveError> {
        let CrateBuild::Rejected(why) = self.build(&[attempt])? else { return Ok(Ok(attempt)) };
        if self.is_spoiled(&attempt)? {
            self.anew.insert(attempt.candidate.home.file.clone());
            if let CrateBuild::Built(_) = self.build(&[attempt])? {
                return Ok(Ok(attempt));
            }
        }
        for way in attempt.way + 1..attempt.candidate.texts.len() {
            let attempt = Attempt { way, ..attempt };
            if let CrateBuild::Built(_) = self.build(&[attempt])? {
                return Ok(Ok(attempt));
            }
        }
        Ok(Err(why))
    }

    /// Returns whether the tests that a file has from earlier runs do not compile by themselves.
    fn is_spoiled(&self, attempt: &Attempt<'_>) -> Result<bool, ProveError> {
        let home = &attempt.candidate.home;
        match self.placer.standing(home, self.anew.contains(&home.file)) {
            Ok(old) if !old.is_empty() => {
                let files = [(home.file_name(), old)];
                let built = self.tests.build_with(&home.selector, Folder::Failures, &files)?;
                Ok(matches!(built, CrateBuild::Rejected(_)))
            }
            _ => Ok(false),
        }
    }

    /// Compiles a program of the crate's tests with those of some candidates.
    fn build(&self, attempts: &[Attempt<'_>]) -> Result<CrateBuild, ProveError> {
        let selector = attempts.first().map(|first| first.candidate.home.selector.clone());
        let files: Vec<(String, String)> = attempts
            .iter()
            .zip(self.planned(attempts))
            .filter_map(|(attempt, planned)| {
                Some((attempt.candidate.home.file_name(), planned.ok()?.content))
            })
            .collect();
        self.tests.build_with(&selector.unwrap_or_default(), Folder::Failures, &files)
    }

    /// Returns whether a test does what was predicted every time.
    fn does_as_predicted(
        &self,
        attempt: &Attempt<'_>,
        planned: &Planned,
        program: &Path,
    ) -> Result<bool, ProveError> {
        let Candidate { home, prediction, .. } = attempt.candidate;
        let TrialRoom { directory, package, longest } = &self.room;
        let test = home.path_of(&planned.test);
        let trial =
            Trial { package: *package, longest: *longest, ..Trial::new(program, directory, &test) };
        Ok(trial.holds(prediction)?)
    }
}

/// Indices of candidates by program and file.
fn in_order(candidates: &[Candidate]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|index| {
        let home = &candidates[*index].home;
        (&home.selector, &home.file)
    });
    order
}
