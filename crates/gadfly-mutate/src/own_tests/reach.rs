//! The tests of a crate without any mutant: whether they pass, and the places that they come by.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gadfly_cargo::{Scratch, read_regular};

use super::program::{TestProcess, has_passed, listed};
use crate::MutateError;
use crate::switch::{self, Reach};

/// Where tests are run.
#[derive(Clone, Copy, Debug)]
pub struct TestRoom<'a> {
    /// The copy of the package, which they may read.
    pub package: &'a Path,
    /// A folder for what they write.
    pub scratch: &'a Path,
    /// The time that a test gets without a mutant.
    pub patience: Duration,
    /// Number of processes at once.
    pub jobs: usize,
}

/// The most bytes of what a test writes about its way: a line for each place.
const MOST_BYTES: u64 = 1 << 26;

impl TestRoom<'_> {
    /// An empty folder for processes.
    pub(super) fn folder(&self, name: &str) -> Result<Scratch, MutateError> {
        Ok(Scratch::fresh(&self.scratch.join(name))?)
    }
}

/// The tests of a crate.
#[derive(Clone, Debug, Default)]
pub struct OwnTests {
    pub(super) programs: Vec<TestedProgram>,
    /// Names of tests that do not pass in the sandbox without a mutant.
    pub failing: Vec<String>,
}

/// A program with tests that pass.
#[derive(Clone, Debug)]
pub(super) struct TestedProgram {
    pub(super) executable: PathBuf,
    pub(super) tests: Vec<TestReach>,
    /// `true` if its tests pass when one process runs all of them, one after the other.
    pub(super) runs_together: bool,
}

/// A test that passes.
#[derive(Clone, Debug)]
pub(super) struct TestReach {
    /// Its name; empty for a program that is one test.
    pub(super) name: String,
    pub(super) reach: Reach,
    pub(super) seconds: f64,
}

impl OwnTests {
    /// Runs each test of the programs on its own, and then those of a program together.
    ///
    /// # Errors
    ///
    /// Where a program cannot be started.
    pub fn explore(
        programs: &[PathBuf],
        room: &TestRoom<'_>,
        on_test: &mut dyn FnMut(usize),
    ) -> Result<Self, MutateError> {
        let mut own = Self::default();
        let mut done = 0;
        for executable in programs {
            let scratch = room.folder("reach")?;
            let names = listed(executable, scratch.path(), room)?;
            let names = names.unwrap_or_else(|| vec![String::new()]);
            drop(scratch);
            let mut tests = Vec::new();
            for name in names {
                match explored(executable, &name, room)? {
                    Some(test) => tests.push(test),
                    None => own.failing.push(described(executable, &name)),
                }
                done += 1;
                on_test(done);
            }
            if tests.is_empty() {
                continue;
            }
            let mut program =
                TestedProgram { executable: executable.clone(), tests, runs_together: false };
            let scratch = room.folder("reach")?;
            let together: Vec<usize> = (0..program.tests.len()).collect();
            let (finished, _) = program.run(&together, 0, scratch.path(), room)?;
            program.runs_together = finished;
            own.programs.push(program);
        }
        Ok(own)
    }

    /// Number of tests that pass.
    pub fn passing(&self) -> usize {
        self.programs.iter().map(|program| program.tests.len()).sum()
    }
}

impl TestedProgram {
    /// Runs some of its tests with a mutant; returns whether all have passed, or the first that has not.
    pub(super) fn run(
        &self,
        tests: &[usize],
        mutant: u32,
        scratch: &Path,
        room: &TestRoom<'_>,
    ) -> Result<(bool, Option<String>), MutateError> {
        let chosen = || tests.iter().map(|index| &self.tests[*index]);
        let names: Vec<&str> =
            chosen().map(|test| test.name.as_str()).filter(|name| !name.is_empty()).collect();
        // An endless loop runs out of fuel; the time is for those that come by no place.
        let usual = chosen().map(|test| test.seconds).sum::<f64>();
        let longest = room.patience + Duration::from_secs_f64(usual * 5.0);
        let fuel = chosen().map(|test| test.reach.fuel()).sum();
        let process = TestProcess { program: &self.executable, tests: &names, scratch, longest };
        let finished = switch::with_mutant(process.invocation(room), mutant, fuel).run()?;
        let failed = super::program::first_failure(&finished);
        let failed = failed.or_else(|| names.first().map(|name| (*name).to_owned()));
        Ok((has_passed(&finished), failed))
    }
}

/// Runs a test without a mutant; `None` if it fails.
fn explored(
    executable: &Path,
    name: &str,
    room: &TestRoom<'_>,
) -> Result<Option<TestReach>, MutateError> {
    let scratch = room.folder("reach")?;
    let file = scratch.path().join("gadfly-reach");
    let names: Vec<&str> = Some(name).filter(|name| !name.is_empty()).into_iter().collect();
    let longest = room.patience;
    let process =
        TestProcess { program: executable, tests: &names, scratch: scratch.path(), longest };
    let finished = switch::recording(process.invocation(room), &file).run()?;
    if !has_passed(&finished) {
        return Ok(None);
    }
    // A test that comes by no place writes nothing.
    let bytes = read_regular(&file, MOST_BYTES).unwrap_or_default();
    let reach = Reach::parse(&String::from_utf8_lossy(&bytes));
    Ok(Some(TestReach { name: name.to_owned(), reach, seconds: finished.seconds }))
}

/// `tests/range::insert`, from the program `range-0123456789abcdef`.
fn described(executable: &Path, name: &str) -> String {
    let file = executable.file_stem().map(|it| it.to_string_lossy().into_owned());
    let file = file.unwrap_or_default();
    let program = file.rsplit_once('-').map_or(file.as_str(), |(program, _)| program);
    if name.is_empty() { program.to_owned() } else { format!("{program}::{name}") }
}
