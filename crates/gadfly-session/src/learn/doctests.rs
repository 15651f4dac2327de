//! Programs of the examples in the documentation: rustdoc builds them, and hands them to a program that copies them instead of
//! running them, so that they can be run in a sandbox.

use std::path::{Path, PathBuf};
use std::time::Duration;

use gadfly_cargo::RunError;
use gadfly_instrument::{Instrumented, Request};

use super::programs::{Program, Programs};
use crate::error::CliError;
use crate::report::SkippedItem;

/// The most times that functions are restored which constants of the documentation call.
const MOST_ROUNDS: usize = 3;
/// The time that a build of all programs may take: older editions have one per example.
const BUILD_TIME: Duration = Duration::from_secs(120);
/// Separates flags in the environment.
const SEPARATOR: &str = "\x1f";

/// Builds them into a folder. Functions that constants of the documentation call are left as they are from then on.
pub(super) fn build(
    request: &Request<'_>,
    instrumented: &mut Instrumented,
    folder: &Path,
) -> Result<Programs, CliError> {
    for round in 1.. {
        let built = Built::of(request, folder)?;
        if round >= MOST_ROUNDS || !instrumented.restore_constants(request, &built.output)? {
            return Ok(built.programs());
        }
    }
    unreachable!("the last round returns");
}

/// A build.
struct Built {
    executables: Vec<PathBuf>,
    output: String,
    is_late: bool,
}

impl Built {
    fn of(request: &Request<'_>, folder: &Path) -> Result<Self, RunError> {
        let (copies, temporary) = (folder.join("programs"), folder.join("building"));
        for fresh in [&copies, &temporary] {
            // What is left of an earlier run, if anything.
            let _ = std::fs::remove_dir_all(fresh);
            let _ = std::fs::create_dir_all(fresh);
        }
        let target = format!("--test-runtool-arg=--target-directory={}", copies.display());
        let flags = ["--test-runtool=cp", "--test-runtool-arg=--parents", &target];
        let cargo = request
            .cargo("test")
            .args(["--doc", "--quiet"])
            .env("CARGO_ENCODED_RUSTDOCFLAGS", flags.join(SEPARATOR))
            .env("TMPDIR", &temporary)
            .at_most(BUILD_TIME);
        let finished = cargo.run()?;
        let _ = std::fs::remove_dir_all(&temporary);
        let mut executables = Vec::new();
        files(&copies, &mut executables);
        executables.sort();
        let output = format!("{}{}", String::from_utf8_lossy(&finished.stdout), finished.stderr);
        Ok(Self { executables, output, is_late: finished.is_late })
    }

    fn programs(self) -> Programs {
        let mut not_built = Vec::new();
        let mut note = |item: String, reason: &str| {
            not_built.push(SkippedItem { item, reason: reason.to_owned() });
        };
        let uncompiled = self.output.matches("Couldn't compile the test.").count();
        if uncompiled > 0 {
            let item = crate::text::count(uncompiled as u64, "doctest");
            note(item, "does not compile when traced");
        }
        if self.is_late {
            note("the other doctests".to_owned(), "their build takes too long");
        } else if self.output.contains("Unrecognized option: 'test-runtool") {
            note("all doctests".to_owned(), "this rustdoc cannot build them without running them");
        }
        let program = |(number, executable)| Program {
            name: format!("doctest {}", number + 1),
            executable,
            has_harness: false,
        };
        Programs {
            programs: self.executables.into_iter().enumerate().map(program).collect(),
            not_built,
        }
    }
}

/// All files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_doctests_have_reasons() {
        let programs = |output: &str, is_late| {
            let executables = vec![PathBuf::from("a/rust_out"), PathBuf::from("b/rust_out")];
            Built { executables, output: output.to_owned(), is_late }.programs()
        };
        let complete = programs("test result: ok.", false);
        assert_eq!((complete.programs.len(), complete.not_built.len()), (2, 0));
        assert_eq!(complete.programs[1].name, "doctest 2");
        let reasons = |programs: Programs| {
            let items = programs.not_built.into_iter();
            items.map(|it| format!("{}: {}", it.item, it.reason)).collect::<Vec<_>>()
        };
        assert_eq!(
            reasons(programs("Couldn't compile the test.\nCouldn't compile the test.\n", true)),
            [
                "2 doctests: does not compile when traced",
                "the other doctests: their build takes too long"
            ]
        );
        let old = reasons(programs("error: Unrecognized option: 'test-runtool'", false));
        assert_eq!(old, ["all doctests: this rustdoc cannot build them without running them"]);
    }
}
