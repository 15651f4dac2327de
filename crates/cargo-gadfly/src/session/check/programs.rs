//! The crate's own tests, with those that gadfly has written among them, as programs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{Message, TargetKind};
use gadfly_cargo::{Invocation, Subject};
use gadfly_test_file::Folder;

use super::writing::TEST_PREFIX;
use crate::error::CliError;

/// Programs, by what selects them.
pub(super) type Programs = BTreeMap<Vec<String>, PathBuf>;

/// What selects the program with the tests of a crate of the harness: the library's, or that of a test file.
pub(super) fn selector(krate: &str) -> Vec<String> {
    match krate.strip_prefix(TEST_PREFIX) {
        Some(test) => vec!["--test".to_owned(), test.to_owned()],
        None => vec!["--lib".to_owned()],
    }
}

/// Compiles the crate's tests, with what is in another folder in the place of the stored tests; what the compiler said where
/// that fails.
pub(super) fn build<'s>(
    subject: &Subject,
    selectors: impl IntoIterator<Item = &'s Vec<String>>,
    folder: Option<&Path>,
) -> Result<Result<Programs, String>, CliError> {
    let mut cargo = Invocation::cargo(&subject.toolchain_dir)
        .args(["test", "--no-run", "--quiet", "--message-format", "json", "--manifest-path"])
        .arg(&subject.manifest_path)
        .args(subject.feature_args());
    if let Some(folder) = folder {
        cargo = cargo.env(Folder::Failures.variable(), folder);
    }
    for selector in selectors.into_iter().collect::<BTreeSet<_>>() {
        cargo = cargo.args(selector);
    }
    let finished = cargo.run()?;
    let (programs, complaint) = read(&finished.stdout, &subject.package_id);
    Ok(if finished.status.success() { Ok(programs) } else { Err(complaint.unwrap_or_default()) })
}

/// The programs that cargo speaks of, and the first error of the compiler.
fn read(output: &[u8], package: &str) -> (Programs, Option<String>) {
    let (mut programs, mut complaint) = (Programs::new(), None);
    for message in Message::parse_stream(output).map_while(Result::ok) {
        match message {
            Message::CompilerArtifact(artifact) => {
                let is_ours = artifact.package_id.repr == package && artifact.profile.test;
                let (true, Some(executable)) = (is_ours, artifact.executable) else { continue };
                let selector = match artifact.target.kind.first() {
                    Some(TargetKind::Test) => vec!["--test".to_owned(), artifact.target.name],
                    _ => vec!["--lib".to_owned()],
                };
                programs.insert(selector, executable.into_std_path_buf());
            }
            Message::CompilerMessage(said) if complaint.is_none() => {
                let said = said.message;
                let is_error = said.level == cargo_metadata::diagnostic::DiagnosticLevel::Error;
                complaint = is_error.then_some(said.message);
            }
            _ => {}
        }
    }
    (programs, complaint)
}
