//! Puts proven tests into the person's tree: the only writer there.
//!
//! A file that was not touched since gadfly wrote it is replaced. In one that was, tests that were
//! changed or added stay as they are, and only tests that gadfly wrote and nobody changed are
//! brought up to date.

use std::path::{Path, PathBuf};

use gadfly_build::workspace::{TestBuild, Workspace};
use gadfly_cargo::Subject;

use crate::artifacts::{self, write_atomically};
use crate::error::CliError;
use crate::pipeline::Job;
use crate::session::deliver::merging::{Merged, merge};

/// What was done with a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placed {
    /// For people.
    pub(crate) notes: Vec<String>,
}

/// Places one file; `text` is empty when there is no test for it.
pub(crate) fn place(
    subject: &Subject,
    job: &Job,
    workspace: &Workspace<'_>,
    file: &str,
    text: &str,
) -> Result<Placed, CliError> {
    let folder = subject.package_root.join("tests");
    artifacts::remove_half_written(&folder);
    let path = folder.join(format!("{file}.rs"));
    let written_path = job.artifacts.dir().join("placed").join(format!("{file}.rs"));
    let existing = std::fs::read_to_string(&path).ok();
    let last = std::fs::read_to_string(&written_path).ok();
    let mut placed = Placed::default();
    let Some(existing) = existing else {
        if !text.is_empty() {
            write(&path, text)?;
            write(&written_path, text)?;
        }
        return Ok(placed);
    };
    if last.as_ref() == Some(&existing) {
        if text.is_empty() {
            remove(&path)?;
            remove(&written_path)?;
        } else if existing != text {
            write(&path, text)?;
            write(&written_path, text)?;
        }
        return Ok(placed);
    }
    if existing == text {
        write(&written_path, text)?;
        return Ok(placed);
    }
    let Merged { text: merged, kept } = merge(&existing, last.as_deref().unwrap_or(""), text);
    if merged == existing {
        placed.notes.push(format!("tests/{file}.rs was edited and is kept as it is"));
        return Ok(placed);
    }
    let files = [(file, merged.as_str())];
    if let TestBuild::Built(_) = workspace.compile_tests(&files)? {
        write(&path, &merged)?;
        write(&written_path, text)?;
        placed.notes.push(format!("tests/{file}.rs was edited: {kept} tests are kept as they are"));
    } else {
        let beside = path.with_file_name(format!("{file}_new.rs"));
        write(&beside, text)?;
        placed.notes.push(format!(
            "tests/{file}.rs was edited and is kept; new tests are in tests/{file}_new.rs"
        ));
    }
    Ok(placed)
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|source| artifacts::ArtifactsError::Create {
            path: folder.to_owned(),
            source,
        })?;
    }
    Ok(write_atomically(path, text.as_bytes())?)
}

fn remove(path: &PathBuf) -> Result<(), CliError> {
    match std::fs::remove_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(source) => Err(artifacts::ArtifactsError::Write { path: path.clone(), source }.into()),
    }
}
