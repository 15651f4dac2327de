//! Programs with the crate's tests: traced, for the search, and as usual, for proofs.

use std::path::PathBuf;

use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Message, TargetKind};
use gadfly_build::traced::traced_cargo;
use gadfly_cargo::Invocation;

use super::target::Target;
use crate::error::CliError;

/// A program with the crate's tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Program {
    pub(super) executable: PathBuf,
    /// Arguments with which cargo builds just this one: `--test NAME`, or `--lib`.
    pub(super) selector: Vec<String>,
}

/// Builds the crate's tests with tracing.
pub(super) fn traced_tests(target: &Target<'_>) -> Result<Vec<Program>, CliError> {
    let cargo = traced_cargo("build", &target.subject.manifest_path, &target.build)?.cargo;
    // A program that does not link gadfly lacks what the tracing calls; it has nothing to search.
    let cargo = cargo.args(["--tests", "--keep-going"]);
    programs(cargo, target, &|error| error.contains("undefined symbol: __asan_"))
}

/// Builds the tests that `cargo` is told to, as usual.
pub(super) fn plain_tests(
    cargo: Invocation,
    target: &Target<'_>,
) -> Result<Vec<Program>, CliError> {
    programs(cargo.arg("--no-run"), target, &|_| false)
}

fn programs(
    cargo: Invocation,
    target: &Target<'_>,
    is_harmless: &dyn Fn(&str) -> bool,
) -> Result<Vec<Program>, CliError> {
    let cargo =
        cargo.args(["--message-format", "json", "--quiet"]).args(target.subject.feature_args());
    let finished = cargo.run()?;
    let mut programs = Vec::new();
    let mut errors = Vec::new();
    for message in Message::parse_stream(finished.stdout.as_slice()).map_while(Result::ok) {
        match message {
            Message::CompilerArtifact(artifact) => {
                let ours =
                    artifact.package_id.repr == target.subject.package_id && artifact.profile.test;
                if let (true, Some(executable)) = (ours, artifact.executable) {
                    let executable = executable.into_std_path_buf();
                    let name = artifact.target.name.clone();
                    let selector = match artifact.target.kind.first() {
                        Some(TargetKind::Test) => vec!["--test".to_owned(), name],
                        Some(TargetKind::Bin) => vec!["--bin".to_owned(), name],
                        _ => vec!["--lib".to_owned()],
                    };
                    programs.push(Program { executable, selector });
                }
            }
            Message::CompilerMessage(message)
                if message.message.level == DiagnosticLevel::Error =>
            {
                errors.push(message.message.rendered.unwrap_or(message.message.message));
            }
            _ => {}
        }
    }
    let only_harmless = !errors.is_empty() && errors.iter().all(|error| is_harmless(error));
    if !finished.status.success() && !only_harmless {
        let mut harmful = errors.into_iter().filter(|error| !is_harmless(error));
        let message = harmful.next().unwrap_or(finished.stderr).trim().to_owned();
        let package = &target.subject.package;
        let message = format!("{package} does not build for exhaustive search: {message}");
        return Err(CliError::Subject { message, help: None });
    }
    programs.sort();
    Ok(programs)
}
