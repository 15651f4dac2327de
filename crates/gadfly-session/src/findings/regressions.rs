//! Findings of earlier runs that this one has not met: fixed, or still there.
//!
//! A search that misses something proves nothing, so the tests of those findings are run again: what passes is fixed, what
//! fails is still reported and keeps its test. What was found in another build than this run's is left alone.

use std::collections::BTreeSet;

use gadfly_build::workspace::{TestBuild, Workspace};
use gadfly_tests::emit::Prediction;
use gadfly_tests::place::join;
use gadfly_tests::prove::{Trial, formatted};

use crate::error::CliError;
use crate::findings::collect::RawFinding;
use crate::findings::finding_store::{self, StoredFinding};
use crate::findings::identity::Identity;
use crate::pipeline::Job;
use crate::report::{Class, Finding, Kind};

/// How many tests are run again; each is a program of its own.
const MOST: usize = 24;

/// What became of earlier findings.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    /// Their tests pass now.
    pub(crate) fixed: Vec<Finding>,
    /// Their tests still fail, or were not run.
    pub(crate) remaining: Vec<StoredFinding>,
    /// Found in other builds, or in what this run leaves out.
    pub(crate) elsewhere: Vec<StoredFinding>,
    /// What was lost, for people.
    pub(crate) notes: Vec<String>,
}

/// Findings of earlier runs that are not among these. Those that are no bugs by now are dropped.
pub(crate) fn missed(job: &Job, found: &[RawFinding]) -> Vec<StoredFinding> {
    // Changes of the process are no bugs, and shown nevertheless.
    let is_excuse = |new: &&Finding| new.class != Class::Bug && new.kind != Kind::Contract;
    let found_now = found.iter().map(|found| &found.finding);
    let excuses: BTreeSet<Identity> = found_now.filter(is_excuse).map(Identity::of_place).collect();
    let (mut missed, mut excused) = (Vec::new(), Vec::new());
    for known in finding_store::all(job) {
        let old = &known.finding;
        if found.iter().any(|found| found.finding.id == old.id) {
            continue;
        }
        let by_policy = job.settings.triage.class_of(&old.item, old.own_rule());
        let is_excused = by_policy.is_some_and(|class| class != Class::Bug)
            || excuses.contains(&Identity::of_place(old));
        if is_excused { excused.push(known) } else { missed.push(known) }
    }
    excused.iter().for_each(|known| finding_store::forget(job, &known.finding.id));
    missed
}

/// Runs the tests of findings that were missed.
pub(crate) fn look_again(
    job: &Job,
    workspace: &Workspace<'_>,
    missed: Vec<StoredFinding>,
) -> Result<Earlier, CliError> {
    let mut earlier = Earlier::default();
    let profile = job.settings.flavour.name();
    let mut asked: Vec<StoredFinding> = Vec::new();
    for known in missed {
        let is_left_out = !job.settings.filter.admits(&known.finding.item);
        if known.finding.profile != profile || is_left_out {
            earlier.elsewhere.push(known);
        } else if asked.len() < MOST {
            asked.push(known);
        } else {
            earlier.remaining.push(known);
        }
    }
    let programs = loop {
        if asked.is_empty() {
            break Default::default();
        }
        let names: Vec<String> = asked.iter().map(file_of).collect();
        let files: Vec<(&str, &str)> =
            names.iter().zip(&asked).map(|(name, known)| (&**name, &*known.text)).collect();
        match workspace.compile_tests(&files)? {
            TestBuild::Built(programs) => break programs,
            TestBuild::Rejected(complaints) => {
                let before = asked.len();
                let is_rejected =
                    |known: &StoredFinding| complaints.iter().any(|it| it.file == file_of(known));
                for gone in asked.iter().filter(|known| is_rejected(known)) {
                    let test = gone.test().unwrap_or_default();
                    earlier.notes.push(format!("{test} does not compile any more and is gone"));
                    finding_store::forget(job, &gone.finding.id);
                }
                asked.retain(|known| !is_rejected(known));
                if asked.len() == before {
                    earlier.remaining.append(&mut asked);
                }
            }
        }
    };
    // Several targets are compiled at a time: which of them fail first differs from run to run.
    earlier.notes.sort_unstable();
    for known in asked {
        let (Some(program), Some(test)) = (programs.get(&file_of(&known)), known.test()) else {
            earlier.remaining.push(known);
            continue;
        };
        let is_sanitized = workspace.flavour.is_sanitized;
        let trial = Trial { is_sanitized, ..Trial::new(program, job.artifacts.dir(), test) };
        if trial.holds(&Prediction::Passes)? {
            finding_store::forget(job, &known.finding.id);
            earlier.fixed.push(known.finding);
        } else {
            earlier.remaining.push(known);
        }
    }
    Ok(earlier)
}

impl Earlier {
    /// The file of this run's failing tests with those of earlier findings that are not known to be fixed.
    pub(crate) fn carried(
        &mut self,
        workspace: &Workspace<'_>,
        file: &str,
        text: &str,
    ) -> Result<String, CliError> {
        let others: Vec<&str> =
            self.remaining.iter().chain(&self.elsewhere).map(|known| &*known.text).collect();
        if others.is_empty() {
            return Ok(text.to_owned());
        }
        let joined = formatted(workspace, file, &join(text, &others))?;
        if let TestBuild::Built(_) = workspace.compile_tests(&[(file, joined.as_str())])? {
            return Ok(joined);
        }
        self.notes.push(format!(
            "{} of earlier findings do not fit beside the new ones; `cargo gadfly replay` runs them",
            crate::text::count(others.len() as u64, "test")
        ));
        Ok(text.to_owned())
    }
}

fn file_of(known: &StoredFinding) -> String {
    format!("gadfly_earlier_{}", known.finding.id)
}
