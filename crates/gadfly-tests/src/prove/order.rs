//! All tests of a program in one process, in a random order, to find tests that depend on earlier ones.

use std::collections::BTreeMap;
use std::path::Path;

use gadfly_build::workspace::contained;
use gadfly_cargo::{Invocation, RunError, Sandbox, Scratch};

/// Runs of several tests of a program in one process.
pub(super) struct Together<'t> {
    /// The program.
    pub(super) program: &'t Path,
    /// Where to run it.
    pub(super) directory: &'t Path,
    /// Whether the program is built with a sanitizer.
    pub(super) is_sanitized: bool,
}

/// The result of a run of several tests.
pub(super) struct Verdicts {
    /// Whether each test passed; those that were not reached are absent.
    pub(super) passed: BTreeMap<String, bool>,
    /// `true` if the process ended before its runner did.
    pub(super) is_cut: bool,
}

impl Together<'_> {
    /// Runs all tests but some, in an order that a number decides.
    pub(super) fn shuffled(&self, seed: u64, skipped: &[&str]) -> Result<Verdicts, RunError> {
        // The order is an option of the test runner that is still locked.
        let invocation = self
            .invocation()
            .args(["-Zunstable-options", "--shuffle-seed", &seed.to_string()])
            .env("RUSTC_BOOTSTRAP", "1");
        let skip = |invocation: Invocation, test: &&str| invocation.args(["--skip", test]);
        self.run(skipped.iter().fold(invocation, skip))
    }

    /// Runs these tests in the order of their names.
    pub(super) fn these(&self, tests: &[&str]) -> Result<Verdicts, RunError> {
        self.run(self.invocation().args(tests))
    }

    fn invocation(&self) -> Invocation {
        let invocation = Invocation::new(self.program, self.directory);
        let sandbox = Sandbox::new(self.directory);
        contained(invocation, sandbox, self.is_sanitized, self.directory)
            .args(["--include-ignored", "--test-threads=1", "--exact"])
            .env("RUST_BACKTRACE", "0")
    }

    fn run(&self, invocation: Invocation) -> Result<Verdicts, RunError> {
        let _scratch = Scratch::fresh(self.directory)?;
        let finished = invocation.run()?;
        let stdout = String::from_utf8_lossy(&finished.stdout);
        Ok(Verdicts { passed: verdicts(&stdout), is_cut: !stdout.contains("\ntest result: ") })
    }
}

/// Of tests in their order, the one to leave out where they do not come to an end together: the last without which those from
/// there to the first that is not survived do. Nothing where they come to an end.
pub(super) fn guilty<'t, E>(
    tests: &[&'t str],
    ends: &mut dyn FnMut(&[&'t str]) -> Result<bool, E>,
) -> Result<Option<&'t str>, E> {
    if ends(tests)? {
        return Ok(None);
    }
    // Too short for an end of the process, and long enough.
    let (mut short, mut long) = (0, tests.len());
    while long - short > 1 {
        let middle = usize::midpoint(short, long);
        if ends(&tests[..middle])? { short = middle } else { long = middle }
    }
    let (mut early, mut late) = (0, long);
    while late - early > 1 {
        let middle = usize::midpoint(early, late);
        if ends(&tests[middle..long])? { late = middle } else { early = middle }
    }
    Ok(tests.get(early).copied())
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

    #[test]
    fn guilty_tests_are_found_by_what_they_end() {
        let tests = ["a", "b", "c", "d", "e", "f", "g"];
        let found = |culprit: &str, victim: &str| {
            let mut ends = |run: &[&str]| {
                let place = |name: &str| run.iter().position(|test| *test == name);
                let is_survived = match (place(culprit), place(victim)) {
                    (Some(culprit), Some(victim)) => culprit > victim,
                    _ => true,
                };
                Ok::<bool, ()>(is_survived)
            };
            guilty(&tests, &mut ends).expect("no error")
        };
        assert_eq!(found("c", "f"), Some("c"), "it broke what another needs");
        assert_eq!(found("d", "d"), Some("d"), "it ends the process itself");
        assert_eq!(found("a", "g"), Some("a"));
        assert_eq!(found("f", "b"), None, "in this order nothing happens");
    }
}
