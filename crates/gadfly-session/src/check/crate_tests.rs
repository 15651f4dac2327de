//! The crate's own tests, with those that gadfly has written among them.

use gadfly_cargo::Subject;
use gadfly_tests::prove::CrateTests;

use crate::pipeline::Job;

/// The way to build the tests of a crate.
pub(super) fn crate_tests<'s>(subject: &'s Subject, job: &Job) -> CrateTests<'s> {
    CrateTests::new(subject, job.artifacts.dir().join("check"))
}
