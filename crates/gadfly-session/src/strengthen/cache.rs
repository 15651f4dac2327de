//! Verdicts of the last run, kept with what they were made from.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

use gadfly_build::atomic_file;
use gadfly_build::fingerprint::fingerprint;
use gadfly_build::sealed::{seal, unseal};
use gadfly_cargo::{Subject, read_regular};
use gadfly_wire::Fnv;
use serde::{Deserialize, Serialize};

use crate::report::StrengthenDetails;

/// The most bytes of the file.
const MOST: u64 = 1 << 28;

/// The verdicts of a run on all changes.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Cached {
    fingerprint: String,
    details: StrengthenDetails,
}

/// The file of the verdicts.
#[derive(Debug)]
pub(super) struct Cache {
    path: PathBuf,
    fingerprint: String,
}

impl Cache {
    /// The cache of a crate in a folder.
    pub(super) fn new(subject: &Subject, folder: &Path) -> Self {
        let mut hasher = Fnv::default();
        // Here tests that gadfly has written are an input.
        written_tests(&subject.package_root.join("tests"), &mut hasher);
        let options = format!("strengthen {:016x}", hasher.finish());
        let fingerprint = fingerprint(subject, &options);
        Self { path: folder.join("verdicts.json"), fingerprint }
    }

    /// The verdicts, unless something has changed since.
    pub(super) fn read(&self) -> Option<StrengthenDetails> {
        let bytes = read_regular(&self.path, MOST).ok()?;
        let cached: Cached = serde_json::from_slice(unseal(&bytes)?).ok()?;
        (cached.fingerprint == self.fingerprint).then_some(cached.details)
    }

    /// Keeps verdicts. Without them the next run takes as long as this one.
    pub(super) fn write(&self, details: &StrengthenDetails) {
        let cached = Cached { fingerprint: self.fingerprint.clone(), details: details.clone() };
        if let Ok(json) = serde_json::to_vec(&cached) {
            let _ = atomic_file::write_own(&self.path, &seal(&json));
        }
    }
}

/// Hashes what the fingerprint of a harness leaves out: Rust files whose names begin with gadfly's, and those below such folders.
fn written_tests(folder: &Path, hasher: &mut Fnv) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            written_tests(&path, hasher);
        } else if path.extension().is_some_and(|it| it == "rs") {
            name.hash(hasher);
            std::fs::read(&path).ok().hash(hasher);
        }
    }
}
