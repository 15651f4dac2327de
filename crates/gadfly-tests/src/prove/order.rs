//! All tests of a program in one process, in a random order, to find tests that depend on earlier ones.

use std::collections::BTreeMap;
use std::path::Path;

use gadfly_build::workspace::contained;
use gadfly_cargo::{Invocation, RunError, Sandbox, Scratch};

/// A run of all tests of a program but some.
pub(super) struct Shuffled<'t> {
    /// The program.
    pub(super) program: &'t Path,
    /// Where to run it.
    pub(super) directory: &'t Path,
    /// Decides the order.
    pub(super) seed: u64,
    /// Tests to leave out.
    pub(super) skipped: &'t [&'t str],
    /// Whether the program is built with a sanitizer.
    pub(super) is_sanitized: bool,
}

impl Shuffled<'_> {
    /// Whether each test passed; those that were not reached are absent.
    pub(super) fn run(&self) -> Result<BTreeMap<String, bool>, RunError> {
        let _scratch = Scratch::fresh(self.directory)?;
        let invocation = Invocation::new(self.program, self.directory);
        let sandbox = Sandbox::new(self.directory);
        let mut invocation = contained(invocation, sandbox, self.is_sanitized, self.directory)
            // The order is an option of the test runner that is still locked.
            .args(["-Zunstable-options", "--shuffle-seed", &self.seed.to_string()])
            .args(["--include-ignored", "--test-threads=1", "--exact"])
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUST_BACKTRACE", "0");
        for test in self.skipped {
            invocation = invocation.args(["--skip", test]);
        }
        let finished = invocation.run()?;
        Ok(verdicts(&String::from_utf8_lossy(&finished.stdout)))
    }
}

/// `test a ... ok` and `test b - should panic ... FAILED`, by name.
fn verdicts(stdout: &str) -> BTreeMap<String, bool> {
    let verdict = |line: &str| {
        let (name, verdict) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
        let name = name.split(" - ").next().unwrap_or(name).to_owned();
        match verdict.trim_end() {
            "ok" => Some((name, true)),
            "FAILED" => Some((name, false)),
            _ => None,
        }
    };
    stdout.lines().filter_map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read_by_name() {
        let stdout = "running 3 tests (shuffle seed: 5)\ntest b - should panic ... ok\n\
                      test a ... FAILED\ntest c ... ignored\n\nfailures:\n\ntest result: FAILED.";
        let expected = BTreeMap::from([("a".to_owned(), false), ("b".to_owned(), true)]);
        assert_eq!(verdicts(stdout), expected);
    }
}
