//! One run of a test program.

use std::path::Path;
use std::time::Duration;

use gadfly_cargo::{Finished, Invocation, RunError, Sandbox};

use super::TestRoom;

/// The tests of one program that are run together.
#[derive(Clone, Copy, Debug)]
pub(super) struct TestProcess<'a> {
    pub(super) program: &'a Path,
    /// Names of tests; none for a program that is one test.
    pub(super) tests: &'a [&'a str],
    /// The folder that it may write to.
    pub(super) scratch: &'a Path,
    pub(super) longest: Duration,
}

impl TestProcess<'_> {
    /// Prepares the run.
    pub(super) fn invocation(&self, room: &TestRoom<'_>) -> Invocation {
        let sandbox = Sandbox::new(self.scratch).starts_itself().read(room.package);
        let mut program = Invocation::new(self.program, room.package)
            .contained(sandbox)
            .env("CARGO_MANIFEST_DIR", room.package)
            .env("RUST_BACKTRACE", "0")
            .at_most(self.longest);
        if !self.tests.is_empty() {
            program = program.args(self.tests).args(["--exact", "--test-threads=1"]);
        }
        program
    }
}

/// Names of the tests in a program that are run without being asked for; `None` where it does not list them.
pub(super) fn listed(
    program: &Path,
    scratch: &Path,
    room: &TestRoom<'_>,
) -> Result<Option<Vec<String>>, RunError> {
    let longest = room.patience;
    let process = TestProcess { program, tests: &[], scratch, longest };
    let list = |more: &[&str]| {
        let listing = process.invocation(room).args(["--list", "--format", "terse"]).args(more);
        listing.run()
    };
    let all = list(&[])?;
    let Some(names) = names(&all) else { return Ok(None) };
    let ignored = self::names(&list(&["--ignored"])?).unwrap_or_default();
    Ok(Some(names.into_iter().filter(|name| !ignored.contains(name)).collect()))
}

fn names(finished: &Finished) -> Option<Vec<String>> {
    let text = String::from_utf8_lossy(&finished.stdout);
    let is_list = finished.status.success()
        && text.lines().all(|line| line.ends_with(": test") || line.ends_with(": benchmark"));
    let tests = text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned);
    is_list.then(|| tests.collect())
}

/// Returns whether all tests of a run have passed.
pub(super) fn has_passed(finished: &Finished) -> bool {
    finished.status.success() && !finished.is_late
}

/// The first test that has failed, from the output of a run.
pub(super) fn first_failure(finished: &Finished) -> Option<String> {
    let text = String::from_utf8_lossy(&finished.stdout);
    let failed = text.lines().find_map(|line| line.strip_suffix(" ... FAILED"))?;
    failed.strip_prefix("test ").map(|name| name.trim_end_matches(" - should panic").to_owned())
}
