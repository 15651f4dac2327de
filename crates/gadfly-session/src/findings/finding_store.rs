//! Findings on disk: `findings/` has each that a test shows, with that test alone in a file.

use std::path::PathBuf;

use crate::artifacts::{self, write_atomically};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::report::Finding;

/// A finding of some run, and its test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredFinding {
    /// The finding.
    pub(crate) finding: Finding,
    /// A file with nothing but its test.
    pub(crate) text: String,
}

impl StoredFinding {
    /// The name of its test.
    pub(crate) fn test(&self) -> Option<&str> {
        self.finding.test.as_deref()?.split_once("::").map(|(_, name)| name)
    }
}

/// Keeps a finding with its test, for later.
pub(crate) fn keep(job: &Job, finding: &Finding, text: &str) -> Result<(), CliError> {
    let folder = folder(job);
    std::fs::create_dir_all(&folder)
        .map_err(|source| artifacts::ArtifactsError::Create { path: folder, source })?;
    write_atomically(&path(job, &finding.id, "rs"), text.as_bytes())?;
    let json = serde_json::to_vec_pretty(finding).expect("plain data has a JSON form");
    Ok(write_atomically(&path(job, &finding.id, "json"), &json)?)
}

/// One finding by its name.
pub(crate) fn one(job: &Job, id: &str) -> Option<StoredFinding> {
    // It is part of a file's name, and anybody can type one.
    if !id.chars().all(|c| c.is_ascii_alphanumeric()) {
        return None;
    }
    let json = std::fs::read(path(job, id, "json")).ok()?;
    let finding: Finding = serde_json::from_slice(&json).ok()?;
    let text = std::fs::read_to_string(path(job, id, "rs")).ok()?;
    (finding.id == id).then_some(StoredFinding { finding, text })
}

/// All findings, by name.
pub(crate) fn all(job: &Job) -> Vec<StoredFinding> {
    let entries = std::fs::read_dir(folder(job)).into_iter().flatten().flatten();
    let names = entries.map(|entry| PathBuf::from(entry.file_name()));
    let mut ids: Vec<String> = names
        .filter(|name| name.extension().is_some_and(|extension| extension == "json"))
        .filter_map(|name| Some(name.file_stem()?.to_str()?.to_owned()))
        .collect();
    ids.sort_unstable();
    ids.iter().filter_map(|id| one(job, id)).collect()
}

/// Forgets a finding.
pub(crate) fn forget(job: &Job, id: &str) {
    for extension in ["json", "rs"] {
        // One that cannot be removed is looked at again in the next run.
        let _ = std::fs::remove_file(path(job, id, extension));
    }
}

fn folder(job: &Job) -> PathBuf {
    job.artifacts.dir().join("findings")
}

fn path(job: &Job, id: &str, extension: &str) -> PathBuf {
    folder(job).join(format!("{id}.{extension}"))
}
