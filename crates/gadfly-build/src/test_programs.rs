//! The programs that cargo builds from tests and examples, and the errors of the compiler.

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

/// A program with tests, or an example.
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

    /// Runs cargo, whose arguments ask for a build of examples or other programs without tests.
    pub fn build_plain(cargo: Invocation) -> Result<TestPrograms, RunError> {
        let finished = cargo.args(["--message-format", "json", "--quiet"]).run()?;
        let is_plain = |kind: Option<&str>| matches!(kind, Some("example" | "bin"));
        Ok(Self::read_if(&finished, &|is_test, kind| !is_test && is_plain(kind)))
    }

    /// Reads what cargo has written.
    pub(crate) fn read(finished: &Finished) -> TestPrograms {
        Self::read_if(finished, &|is_test, _| is_test)
    }

    /// Reads those programs that a condition on being a test, and on the kind of the target, allows.
    fn read_if(finished: &Finished, is_wanted: &dyn Fn(bool, Option<&str>) -> bool) -> Self {
        let stdout = String::from_utf8_lossy(&finished.stdout);
        let (mut programs, mut errors) = (Vec::new(), Vec::new());
        for message in stdout.lines().filter_map(CargoMessage::parse) {
            match message {
                CargoMessage::Artifact { package_id, target, profile, executable, .. } => {
                    let kind = target.kind.first().map(String::as_str);
                    let is_wanted = is_wanted(profile.test, kind);
                    let Some(executable) = executable.filter(|_| is_wanted) else { continue };
                    let named = |option: &str| vec![option.to_owned(), target.name.clone()];
                    let selector = match kind {
                        Some("test") => named("--test"),
                        Some("bin") => named("--bin"),
                        Some("example") => named("--example"),
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
