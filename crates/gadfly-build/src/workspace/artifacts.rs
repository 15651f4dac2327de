//! Cargo's messages about the artifacts that it has built.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::probe::Diagnostic;

/// One line of `--message-format=json`.
#[derive(Debug, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub(crate) enum CargoMessage {
    /// Something was built, or was there already.
    #[serde(rename = "compiler-artifact")]
    Artifact {
        #[serde(default)]
        package_id: String,
        target: CargoTarget,
        #[serde(default)]
        profile: Profile,
        manifest_path: PathBuf,
        filenames: Vec<PathBuf>,
        executable: Option<PathBuf>,
    },
    /// The compiler complained.
    #[serde(rename = "compiler-message")]
    Complaint { message: Diagnostic },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
pub(crate) struct CargoTarget {
    pub(crate) name: String,
    pub(crate) kind: Vec<String>,
}

/// The profile of an artifact.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Profile {
    /// `true` if it is a program with tests.
    #[serde(default)]
    pub(crate) test: bool,
}

impl CargoMessage {
    pub(crate) fn parse(line: &str) -> Option<CargoMessage> {
        serde_json::from_str(line).ok()
    }
}

/// The metadata file among those of a library.
pub(super) fn metadata_of(files: &[PathBuf]) -> Option<&PathBuf> {
    let has = |file: &&PathBuf, extension: &str| file.extension().is_some_and(|e| e == extension);
    files
        .iter()
        .find(|file| has(file, "rmeta"))
        .or_else(|| files.iter().find(|file| has(file, "rlib")))
}

/// Returns whether a target is a library that Rust code can use.
pub(super) fn is_library(target: &CargoTarget) -> bool {
    target.kind.iter().any(|kind| matches!(kind.as_str(), "lib" | "rlib" | "dylib"))
}

/// Returns whether two paths name one file, links followed.
pub(super) fn is_same_file(left: &Path, right: &Path) -> bool {
    left == right
        || matches!((left.canonicalize(), right.canonicalize()), (Ok(left), Ok(right)) if left == right)
}
