//! Findings on disk: `findings/` has each that a test shows, with that test alone in a file.
//!
//! Records have sums: a damaged one must not pass for a finding that is fixed, or has never been.

use std::collections::BTreeSet;
use std::path::PathBuf;

use gadfly_build::atomic_file;
use gadfly_cargo::read_regular;
use gadfly_tests::place::Placer;
use gadfly_wire::fnv64;
use serde::{Deserialize, Serialize};

use crate::artifacts::{self, write_atomically};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::report::Finding;

/// The most bytes of a record, and of its test.
const MOST: u64 = 64 << 20;

/// A finding of some run, and its test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredFinding {
    /// The finding.
    pub(crate) finding: Finding,
    /// A file with nothing but its test.
    pub(crate) text: String,
}

/// All findings that are kept.
#[derive(Debug, Default)]
pub(crate) struct StoredFindings {
    /// Those that can be read, by id.
    pub(crate) whole: Vec<StoredFinding>,
    /// The ids of the others.
    pub(crate) damaged: Vec<String>,
}

/// A finding as it is kept.
#[derive(Deserialize, Serialize)]
struct StoredRecord {
    finding: Finding,
    /// The sum of the finding.
    sum: String,
    /// The sum of its test.
    test_sum: String,
}

impl StoredFinding {
    /// The name of its test.
    pub(crate) fn test(&self) -> Option<&str> {
        Some(test_of(&self.finding)?.1)
    }
}

/// Keeps a finding with its test, for later.
pub(crate) fn keep(job: &Job, finding: &Finding, text: &str) -> Result<(), CliError> {
    let folder = folder(job);
    atomic_file::make_own_folder(&folder)
        .map_err(|source| artifacts::ArtifactsError::Create { path: folder, source })?;
    write_atomically(&path(job, &finding.id, "rs"), text.as_bytes())?;
    let record = StoredRecord {
        sum: sum_of(finding),
        test_sum: sum(text.as_bytes()),
        finding: finding.clone(),
    };
    let json = serde_json::to_vec_pretty(&record).expect("plain data has a JSON form");
    Ok(write_atomically(&path(job, &finding.id, "json"), &json)?)
}

/// One finding by its name. Its test is taken from the crate where its own file is damaged.
pub(crate) fn one(job: &Job, placer: &Placer, id: &str) -> Option<StoredFinding> {
    // It is part of a file's name, and anybody can type one.
    if !is_id(id) {
        return None;
    }
    let json = read_regular(&path(job, id, "json"), MOST).ok()?;
    let StoredRecord { finding, sum: expected, test_sum } = serde_json::from_slice(&json).ok()?;
    if finding.id != id || sum_of(&finding) != expected {
        return None;
    }
    let text = read_regular(&path(job, id, "rs"), MOST).ok();
    let text = text.filter(|text| sum(text) == test_sum).and_then(|it| String::from_utf8(it).ok());
    let in_crate = || test_of(&finding).and_then(|(file, test)| placer.alone(file, test));
    let text = text.or_else(in_crate)?;
    Some(StoredFinding { finding, text })
}

/// All findings, by id.
pub(crate) fn all(job: &Job, placer: &Placer) -> StoredFindings {
    let entries = std::fs::read_dir(folder(job)).into_iter().flatten().flatten();
    let names = entries.map(|entry| PathBuf::from(entry.file_name()));
    // Either file is enough to know that there was one.
    let ids: BTreeSet<String> = names
        .filter(|name| name.extension().is_some_and(|found| found == "json" || found == "rs"))
        .filter_map(|name| Some(name.file_stem()?.to_str()?.to_owned()))
        .filter(|id| is_id(id))
        .collect();
    let mut found = StoredFindings::default();
    for id in ids {
        match one(job, placer, &id) {
            Some(stored) => found.whole.push(stored),
            None => found.damaged.push(id),
        }
    }
    found
}

/// Forgets a finding.
pub(crate) fn forget(job: &Job, id: &str) {
    for extension in ["json", "rs"] {
        // One that cannot be removed is looked at again in the next run.
        atomic_file::clear(&path(job, id, extension));
    }
}

/// The file and the name of a finding's test.
fn test_of(finding: &Finding) -> Option<(&str, &str)> {
    finding.test.as_deref()?.split_once("::")
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric())
}

fn sum_of(finding: &Finding) -> String {
    sum(&serde_json::to_vec(finding).expect("plain data has a JSON form"))
}

fn sum(bytes: &[u8]) -> String {
    format!("{:016x}", fnv64(bytes))
}

fn folder(job: &Job) -> PathBuf {
    job.artifacts.dir().join("findings")
}

fn path(job: &Job, id: &str, extension: &str) -> PathBuf {
    folder(job).join(format!("{id}.{extension}"))
}
