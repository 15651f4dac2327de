//! The programs that cargo builds from tests, and the errors of the compiler.

use std::path::PathBuf;

use gadfly_cargo::{Finished, Invocation, RunError};

use crate::probe::Diagnostic;
use crate::workspace::CargoMessage;

/// The result of building tests.
#[derive(Debug)]
pub struct TestPrograms {
    /// All programs, also those of a build that failed elsewhere.
    pub programs: Vec<TestProgram>,
    /// Errors of the compiler.
    pub errors: Vec<Diagnostic>,
    /// `true` if cargo succeeded.
    pub is_complete: bool,
    /// Cargo's standard error.
    pub stderr: String,
}

/// A program with tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestProgram {
    /// The package.
    pub package_id: String,
    /// The name of the target.
    pub name: String,
    /// Arguments with which cargo builds just this one: `--test NAME`, or `--lib`.
    pub selector: Vec<String>,
    /// The program.
    pub executable: PathBuf,
}

impl TestPrograms {
    /// Runs cargo, whose arguments ask for a build of tests.
    pub fn build(cargo: Invocation) -> Result<TestPrograms, RunError> {
        let finished = cargo.args(["--message-format", "json", "--quiet"]).run()?;
        Ok(TestPrograms::read(&finished))
    }

    /// Reads what cargo has written.
    pub(crate) fn read(finished: &Finished) -> TestPrograms {
        let stdout = String::from_utf8_lossy(&finished.stdout);
        let (mut programs, mut errors) = (Vec::new(), Vec::new());
        for message in stdout.lines().filter_map(CargoMessage::parse) {
            match message {
                CargoMessage::Artifact { package_id, target, profile, executable, .. } => {
                    let Some(executable) = executable.filter(|_| profile.test) else { continue };
                    let named = |option: &str| vec![option.to_owned(), target.name.clone()];
                    let selector = match target.kind.first().map(String::as_str) {
                        Some("test") => named("--test"),
                        Some("bin") => named("--bin"),
                        _ => vec!["--lib".to_owned()],
                    };
                    programs.push(TestProgram {
                        package_id,
                        name: target.name,
                        selector,
                        executable,
                    });
                }
                CargoMessage::Complaint { message } if message.is_error() => errors.push(message),
                _ => {}
            }
        }
        let is_complete = finished.status.success();
        TestPrograms { programs, errors, is_complete, stderr: finished.stderr.clone() }
    }

    /// The programs of one package.
    pub fn of_package<'p>(
        &'p self,
        package_id: &'p str,
    ) -> impl Iterator<Item = &'p TestProgram> + 'p {
        self.programs.iter().filter(move |program| program.package_id == package_id)
    }
}
