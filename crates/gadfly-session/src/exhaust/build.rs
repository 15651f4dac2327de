//! Programs with the crate's tests, traced for the search.

use std::path::PathBuf;

use gadfly_build::test_programs::{TestProgram, TestPrograms};
use gadfly_build::traced::{Linking, traced_cargo};

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
    match built_tests(target, Linking::Dynamic) {
        // A crate with an allocator of its own has to contain the standard library.
        Err(CliError::Subject { message, .. }) if is_about_linking(&message) => {
            built_tests(target, Linking::Static)
        }
        built => built,
    }
}

/// Returns whether an error of the build may be absent when the standard library is linked statically.
fn is_about_linking(message: &str) -> bool {
    ["linking with", "allocator", "dynamic", "panic strategy"].iter().any(|it| message.contains(it))
}

fn built_tests(target: &Target<'_>, linking: Linking) -> Result<Vec<Program>, CliError> {
    let subject = target.subject;
    let cargo = traced_cargo("build", &subject.manifest_path, &target.build, linking)?.cargo;
    let built =
        TestPrograms::build(cargo.args(["--tests", "--keep-going"]).args(subject.feature_args()))?;
    // A program that does not link gadfly lacks what the tracing calls; it has nothing to search.
    let is_harmless = |error: &String| error.contains("undefined symbol: __asan_");
    let errors = built.errors.iter();
    let errors: Vec<String> = errors
        .map(|error| error.rendered.clone().unwrap_or_else(|| error.message.clone()))
        .collect();
    let only_harmless = !errors.is_empty() && errors.iter().all(is_harmless);
    if !built.is_complete && !only_harmless {
        let harmful = errors.iter().find(|error| !is_harmless(error));
        let message = harmful.unwrap_or(&built.stderr).trim();
        let package = &subject.package;
        let message = format!("{package} does not build for exhaustive search: {message}");
        return Err(CliError::Subject { message, help: None });
    }
    let program = |program: &TestProgram| Program {
        executable: program.executable.clone(),
        selector: program.selector.clone(),
    };
    let mut programs: Vec<Program> = built.of_package(&subject.package_id).map(program).collect();
    programs.sort();
    Ok(programs)
}
