//! Building the programs that are traced.

use std::path::{Path, PathBuf};

use gadfly_build::test_programs::TestPrograms;
use gadfly_instrument::{Instrumented, Request};

use super::doctests;
use crate::error::CliError;
use crate::pipeline::LearnSource;
use crate::report::SkippedItem;

/// A program of a traced copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) name: String,
    pub(super) executable: PathBuf,
    /// `true` if it prints how many tests it has run.
    pub(super) has_harness: bool,
}

/// Programs of one kind.
#[derive(Debug, Default)]
pub(super) struct Programs {
    pub(super) programs: Vec<Program>,
    pub(super) not_built: Vec<SkippedItem>,
}

/// Builds programs of one kind.
pub(super) fn build(
    request: &Request<'_>,
    instrumented: &mut Instrumented,
    source: &LearnSource,
    folder: &Path,
) -> Result<Programs, CliError> {
    match source {
        LearnSource::Doctests => doctests::build(request, instrumented, &folder.join("doctests")),
        LearnSource::Tests => {
            let cargo = request.cargo("build").args(["--tests", "--keep-going"]);
            Ok(tests(TestPrograms::build(cargo)?))
        }
        LearnSource::Examples if instrumented.has_no_examples => {
            let reason = "what they depend on cannot be built".to_owned();
            let item = "all examples".to_owned();
            Ok(Programs { not_built: vec![SkippedItem { item, reason }], ..Programs::default() })
        }
        LearnSource::Examples => {
            let cargo = request.cargo("build").args(["--examples", "--keep-going"]);
            Ok(plain(TestPrograms::build_plain(cargo)?, "example"))
        }
        LearnSource::Bin(name) => {
            let cargo = request.cargo("build").args(["--bin", name]);
            let built = TestPrograms::build_plain(cargo)?;
            if built.programs.is_empty() {
                let reason = match built.errors.first() {
                    Some(error) => format!("it does not compile: {}", error.message),
                    None => "the package has no program of this name".to_owned(),
                };
                let message = format!("`--from bin {name}` cannot be traced: {reason}");
                return Err(CliError::Usage { message, help: None });
            }
            Ok(plain(built, "program"))
        }
    }
}

fn tests(built: TestPrograms) -> Programs {
    let mut programs = Programs { not_built: broken(&built, "test"), ..Programs::default() };
    for program in built.programs {
        let is_of_tests = program.selector.first().is_some_and(|it| it == "--test");
        if is_of_tests && program.name.starts_with("gadfly_") {
            // These were generated; they show what a search has done, and not how the crate is used.
            let (item, reason) = (program.name, "written by gadfly".to_owned());
            programs.not_built.push(SkippedItem { item, reason });
        } else {
            let (name, executable) = (program.name, program.executable);
            programs.programs.push(Program { name, executable, has_harness: true });
        }
    }
    programs.sorted()
}

fn plain(built: TestPrograms, noun: &str) -> Programs {
    let not_built = broken(&built, noun);
    let program = |it: gadfly_build::test_programs::TestProgram| Program {
        name: it.name,
        executable: it.executable,
        has_harness: false,
    };
    let programs = built.programs.into_iter().map(program).collect();
    Programs { programs, not_built }.sorted()
}

impl Programs {
    /// The order of cargo's messages differs from run to run.
    fn sorted(mut self) -> Self {
        self.programs.sort_by(|left, right| {
            (&left.name, &left.executable).cmp(&(&right.name, &right.executable))
        });
        self
    }
}

/// What did not compile.
fn broken(built: &TestPrograms, noun: &str) -> Vec<SkippedItem> {
    if built.is_complete {
        return Vec::new();
    }
    let reason = built.errors.first().map_or("cargo failed", |error| error.message.as_str());
    vec![SkippedItem { item: format!("some {noun}s"), reason: format!("not built: {reason}") }]
}

#[cfg(test)]
mod tests {
    use gadfly_build::test_programs::TestProgram;

    use super::*;

    fn program(name: &str, selector: &[&str]) -> TestProgram {
        TestProgram {
            package_id: String::new(),
            name: name.to_owned(),
            selector: selector.iter().map(|it| (*it).to_owned()).collect(),
            executable: PathBuf::from(name),
        }
    }

    #[test]
    fn generated_tests_teach_nothing() {
        let built = TestPrograms {
            programs: vec![
                program("gadfly_learned", &["--test", "gadfly_learned"]),
                program("cities", &["--test", "cities"]),
                program("gadfly_check", &["--lib"]),
            ],
            errors: Vec::new(),
            is_complete: false,
            stderr: String::new(),
        };
        let programs = super::tests(built);
        let names: Vec<&str> = programs.programs.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["cities", "gadfly_check"]);
        let skipped: Vec<String> =
            programs.not_built.iter().map(|it| format!("{}: {}", it.item, it.reason)).collect();
        assert_eq!(
            skipped,
            ["some tests: not built: cargo failed", "gadfly_learned: written by gadfly"]
        );
    }
}
