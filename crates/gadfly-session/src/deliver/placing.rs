//! Proven tests on their way into the person's tree, and what to report about files that were edited there.

use gadfly_build::workspace::{TestBuild, Workspace};
use gadfly_cargo::Subject;
use gadfly_tests::place::{Outcome, Placer};

use crate::error::CliError;
use crate::pipeline::Job;

/// The placer of a crate's tests.
pub(crate) fn placer(subject: &Subject, job: &Job) -> Placer {
    Placer::new(&subject.package_root, &job.artifacts.dir().join("placed"))
}

/// Places one file of tests of its own, and returns a note about one that was edited, or why it cannot be written; `text` is
/// empty when there is no test for it.
pub(crate) fn place(
    subject: &Subject,
    job: &Job,
    workspace: &Workspace<'_>,
    file: &str,
    text: &str,
) -> Result<Result<Option<String>, String>, CliError> {
    let mut compiles = |merged: &str| -> Result<bool, CliError> {
        let build = workspace.compile_tests(&[(file, merged)])?;
        Ok(matches!(build, TestBuild::Built(_)))
    };
    let outcome = match placer(subject, job).place_own(file, text, &mut compiles) {
        // The tests are proven, and their findings are reported, wherever they can be written.
        Err(CliError::Artifacts(error)) => return Ok(Err(error.to_string())),
        outcome => outcome?,
    };
    Ok(Ok(match outcome {
        Outcome::Placed => None,
        Outcome::Kept => Some(format!("tests/{file}.rs was edited and is kept as it is")),
        Outcome::Merged { kept } => {
            Some(format!("tests/{file}.rs was edited: {kept} tests are kept as they are"))
        }
        Outcome::Beside => Some(format!(
            "tests/{file}.rs was edited and is kept; new tests are in tests/{file}_new.rs"
        )),
    }))
}
