//! Findings of earlier runs that this one has not met: fixed, or still there.
//!
//! A search that misses something proves nothing, so the tests of those findings are run again: what passes is fixed, what
//! fails is still reported and keeps its test. What was found in another build than this run's is left alone.

use std::collections::BTreeSet;

use gadfly_build::workspace::{TestBuild, Workspace};
use gadfly_tests::emit::Prediction;
use gadfly_tests::place::{Placer, join};
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
    /// The ids of those that are to be forgotten, once the files of tests are in their places.
    over: Vec<String>,
    /// The names of all tests that a whole record speaks of.
    claimed: BTreeSet<String>,
}

/// Findings of earlier runs that are not among those of this run.
#[derive(Debug, Default)]
pub(crate) struct Missed {
    /// Those that may still be there.
    pub(crate) findings: Vec<StoredFinding>,
    /// The ids of those that are no bugs by now.
    excused: Vec<String>,
    /// The ids of those whose records are damaged.
    damaged: Vec<String>,
    /// The names of all tests that a whole record speaks of.
    claimed: BTreeSet<String>,
}

impl Missed {
    /// The names of their tests.
    pub(crate) fn tests(&self) -> impl Iterator<Item = &str> {
        self.findings.iter().filter_map(StoredFinding::test)
    }
}

/// Findings of earlier runs that are not among these. Those that are no bugs by now are dropped.
pub(crate) fn missed(job: &Job, placer: &Placer, found: &[RawFinding]) -> Missed {
    // Changes of the process are no bugs, and shown nevertheless.
    let is_excuse = |new: &&Finding| new.class != Class::Bug && new.kind != Kind::Contract;
    let found_now = found.iter().map(|found| &found.finding);
    let excuses: BTreeSet<Identity> = found_now.filter(is_excuse).map(Identity::of_place).collect();
    let stored = finding_store::all(&job.artifacts, placer);
    let mut missed = Missed { damaged: stored.damaged, ..Missed::default() };
    for known in stored.whole {
        missed.claimed.extend(known.test().map(str::to_owned));
        let old = &known.finding;
        if found.iter().any(|found| found.finding.id == old.id) {
            continue;
        }
        let by_policy = job.settings.triage.class_of(&old.item, old.own_rule());
        let is_excused = by_policy.is_some_and(|class| class != Class::Bug)
            || excuses.contains(&Identity::of_place(old));
        match is_excused {
            true => missed.excused.push(known.finding.id),
            false => missed.findings.push(known),
        }
    }
    missed
}

/// Runs the tests of findings that were missed.
pub(crate) fn look_again(
    job: &Job,
    workspace: &Workspace<'_>,
    missed: Missed,
) -> Result<Earlier, CliError> {
    let Missed { findings: missed, excused, damaged, claimed } = missed;
    let mut earlier = Earlier { over: excused, claimed, ..Earlier::default() };
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
                    earlier.over.push(gone.finding.id.clone());
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
    earlier.notes.extend(damaged.iter().map(|id| {
        format!("the record of finding {id} is damaged: its test stays, and is not run again")
    }));
    let directory = job.artifacts.trial();
    for known in asked {
        let (Some(program), Some(test)) = (programs.get(&file_of(&known)), known.test()) else {
            earlier.remaining.push(known);
            continue;
        };
        let is_sanitized = workspace.flavour.is_sanitized;
        let trial = Trial { is_sanitized, ..Trial::new(program, &directory, test) };
        if trial.holds(&Prediction::Passes)? {
            earlier.over.push(known.finding.id.clone());
            earlier.fixed.push(known.finding);
        } else {
            earlier.remaining.push(known);
        }
    }
    Ok(earlier)
}

impl Earlier {
    /// The file of this run's failing tests with those of earlier findings that are not known to be fixed, and with tests that
    /// stand there without a record.
    pub(crate) fn carried(
        &mut self,
        workspace: &Workspace<'_>,
        placer: &Placer,
        file: &str,
        text: &str,
    ) -> Result<String, CliError> {
        let others: Vec<&str> =
            self.remaining.iter().chain(&self.elsewhere).map(|known| &*known.text).collect();
        // A file that cannot be read is reported when it is to be written.
        let unclaimed = placer.unclaimed(file, &self.claimed).ok().flatten();
        let alone: Vec<&str> = unclaimed.iter().map(String::as_str).collect();
        let (all, count) = ([&others[..], &alone[..]].concat(), others.len() as u64);
        // What has no other record goes last.
        let attempts = [(all, false, false), (alone, true, false), (others, false, true)];
        for (joined, loses_others, loses_unclaimed) in attempts {
            if joined.is_empty() {
                continue;
            }
            let joined = formatted(workspace, file, &join(text, &joined))?;
            if let TestBuild::Built(_) = workspace.compile_tests(&[(file, joined.as_str())])? {
                let lost = if loses_others { count } else { 0 };
                self.notes.extend(left_out(lost, loses_unclaimed));
                return Ok(joined);
            }
        }
        self.notes.extend(left_out(count, unclaimed.is_some()));
        Ok(text.to_owned())
    }

    /// Forgets what is over, now that the files of tests are in their places.
    pub(crate) fn forget_over(&self, job: &Job) {
        self.over.iter().for_each(|id| finding_store::forget(&job.artifacts, id));
    }
}

/// Notes about tests that are not in the file any more.
fn left_out(others: u64, loses_unclaimed: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if others > 0 {
        notes.push(format!(
            "{} of earlier findings do not fit beside the new ones; `cargo gadfly replay` runs them",
            crate::text::count(others, "test")
        ));
    }
    if loses_unclaimed {
        notes.push("tests without a record do not compile any more and are gone".to_owned());
    }
    notes
}

fn file_of(known: &StoredFinding) -> String {
    format!("gadfly_earlier_{}", known.finding.id)
}
