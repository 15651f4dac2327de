//! Compiles test files before they are placed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gadfly_cargo::Finished;

use super::BuildError;
use super::artifacts::CargoMessage;
use super::files::write_if_changed;
use super::manifest::{PROFILE, TESTS_PACKAGE};
use super::place::{Workspace, first_error};
use crate::probe::Diagnostic;
use crate::test_programs::TestPrograms;

/// The result of compiling tests.
#[derive(Clone, Debug)]
pub enum TestBuild {
    /// Programs by the name of their file, without its extension.
    Built(BTreeMap<String, PathBuf>),
    /// The complaints of the compiler.
    Rejected(Vec<Complaint>),
}

/// A complaint about a line of a test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The file's name without its extension.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// Its message.
    pub message: String,
}

impl Workspace<'_> {
    /// The folder of test files while they are being proven.
    pub fn tests_dir(&self) -> PathBuf {
        self.root.join("tests/tests")
    }

    /// Compiles the test files that were written there, and no others.
    pub fn compile_tests(&self, files: &[(&str, &str)]) -> Result<TestBuild, BuildError> {
        let folder = self.tests_dir();
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if !files.iter().any(|(file, _)| *format!("{file}.rs") == *name) {
                // A leftover that stays is compiled along and does no harm.
                let _ = std::fs::remove_file(entry.path());
            }
        }
        for (file, text) in files {
            write_if_changed(&folder.join(format!("{file}.rs")), text)?;
        }
        let finished = self.compile_as_people_do()?;
        let built = TestPrograms::read(&finished);
        if built.is_complete {
            let programs = built.programs.into_iter();
            let programs = programs.map(|program| (program.name, program.executable));
            return Ok(TestBuild::Built(programs.collect()));
        }
        let complaints = complaints(&built.errors, files);
        if complaints.is_empty() {
            let stdout = String::from_utf8_lossy(&finished.stdout);
            let messages: Vec<CargoMessage> =
                stdout.lines().filter_map(CargoMessage::parse).collect();
            let message = first_error(&messages, &finished.stderr);
            return Err(BuildError::Harness { message });
        }
        Ok(TestBuild::Rejected(complaints))
    }
}

impl Workspace<'_> {
    /// Compiles without counters, and optimised no more than by the user's own `cargo test`. For cargo, this build of the
    /// subject differs from the other one by its options; dependencies are shared.
    fn compile_as_people_do(&self) -> Result<Finished, BuildError> {
        let subject = self.subject;
        let plain = Workspace {
            subject,
            root: self.root.clone(),
            target_dir: self.target_dir.clone(),
            engine: self.engine.clone(),
            instrument: match &self.instrument {
                Some(instrument) => Some(instrument.without_counters(subject, self.flavour)?),
                None => None,
            },
            flavour: self.flavour,
            helpers: self.helpers.clone(),
            linked: self.linked.clone(),
        };
        let package = format!("{}@{}", subject.package, subject.version);
        let speed = if self.flavour.is_release { 3 } else { 0 };
        let options = [
            format!("profile.{PROFILE}.package.\"{package}\".opt-level={speed}"),
            format!("profile.{PROFILE}.package.\"{package}\".codegen-units=14"),
            format!("profile.{PROFILE}.package.{TESTS_PACKAGE}.opt-level={speed}"),
        ];
        let mut args = vec!["test", "--no-run", "--package", TESTS_PACKAGE, "--profile", PROFILE];
        for option in &options {
            args.extend(["--config", option]);
        }
        plain.build(&args)
    }
}

fn complaints(errors: &[Diagnostic], files: &[(&str, &str)]) -> Vec<Complaint> {
    let stem = |path: &str| {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        name.trim_end_matches(".rs").to_owned()
    };
    let is_ours = |path: &str| files.iter().any(|(file, _)| *file == stem(path));
    let mut found = Vec::new();
    for error in errors {
        found.extend(error.lines(&is_ours).into_iter().map(|(file, line)| Complaint {
            file: stem(&file),
            line,
            message: error.message.clone(),
        }));
    }
    found
}
