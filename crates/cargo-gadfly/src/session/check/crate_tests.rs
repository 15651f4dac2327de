//! The crate's own tests, with those that gadfly has written among them.

use gadfly_cargo::Subject;
use gadfly_tests::prove::CrateTests;

use super::writing::TEST_PREFIX;
use crate::pipeline::Job;

/// The arguments that select the program with the tests of a crate of the harness: the library's, or that of a test file.
pub(super) fn selector(krate: &str) -> Vec<String> {
    match krate.strip_prefix(TEST_PREFIX) {
        Some(test) => vec!["--test".to_owned(), test.to_owned()],
        None => vec!["--lib".to_owned()],
    }
}

/// The way to build the tests of a crate.
pub(super) fn crate_tests<'s>(subject: &'s Subject, job: &Job) -> CrateTests<'s> {
    CrateTests::new(subject, job.artifacts.dir().join("check"))
}
