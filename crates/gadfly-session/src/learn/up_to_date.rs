//! Models of an earlier run, as long as nothing has changed that they were made from.

use std::path::PathBuf;

use gadfly_build::fingerprint::fingerprint;
use gadfly_cargo::Subject;
use gadfly_learn::Learned;

use crate::artifacts::{Artifacts, ArtifactsError, write_atomically};

/// What else a fingerprint is of: the form of models.
const OPTIONS: &str = "models 1";

/// The file of models.
pub(super) fn model_file(artifacts: &Artifacts) -> PathBuf {
    artifacts.dir().join("model.json")
}

fn mark(artifacts: &Artifacts) -> PathBuf {
    artifacts.dir().join("learn").join("fingerprint")
}

/// Writes models, and what they were made from.
pub(super) fn store(
    subject: &Subject,
    artifacts: &Artifacts,
    learned: &Learned,
) -> Result<(), ArtifactsError> {
    write_atomically(&model_file(artifacts), learned.json().as_bytes())?;
    write_atomically(&mark(artifacts), fingerprint(subject, OPTIONS).as_bytes())
}

/// The models of an earlier run, if they are up to date.
pub(crate) fn known(subject: &Subject, artifacts: &Artifacts) -> Option<Learned> {
    let mark = std::fs::read_to_string(mark(artifacts)).ok()?;
    if mark != fingerprint(subject, OPTIONS) {
        return None;
    }
    let text = std::fs::read_to_string(model_file(artifacts)).ok()?;
    Learned::read(&text).ok()
}
