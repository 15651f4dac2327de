//! Runs the test of a failing input again, which is one of the crate's own tests.

use gadfly_cargo::Subject;
use gadfly_model::rust_path;
use gadfly_test_file::{Folder, stem_of_module};
use gadfly_tests::home::program_of;
use gadfly_tests::prove::{CrateBuild, Trial};

use super::crate_tests::crate_tests;
use crate::error::CliError;
use crate::pipeline::Job;
use crate::replaying::failure_of;
use crate::report::Finding;

/// Whether the test of this finding still fails, and how; nothing if it is not one of the crate's own.
pub(in super::super) fn replay_inside(
    subject: &Subject,
    job: &Job,
    finding: &Finding,
) -> Result<Option<(bool, String)>, CliError> {
    let Some((test, file)) = finding.test.as_deref().and_then(|test| Some((test, file(test)?)))
    else {
        return Ok(None);
    };
    let path = Folder::Failures.of(&subject.package_root).join(format!("{file}.rs"));
    let name = rust_path::last(test);
    let is_there =
        std::fs::read_to_string(&path).is_ok_and(|text| text.contains(&format!("fn {name}()")));
    if !is_there {
        return Err(CliError::Usage {
            message: format!("{} has no test {name}", path.display()),
            help: Some("find it again, without `--no-write`".to_owned()),
        });
    }
    let krate = rust_path::first(&finding.item);
    let program = match crate_tests(subject, job).build(&program_of(krate))? {
        CrateBuild::Built(program) => program,
        CrateBuild::Rejected(why) => {
            return Ok(Some((true, format!("the crate's tests do not compile: {why}"))));
        }
    };
    // What is in there is removed.
    let room = job.artifacts.dir().join("check/trial");
    let trial = Trial::new(&program, &room, test);
    Ok(Some(failure_of(trial.run()?.ended, finding)))
}

/// The file that a test of the crate's own stands in.
fn file(test: &str) -> Option<&str> {
    test.split("::").find_map(stem_of_module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_inputs_are_recognised_by_module() {
        assert_eq!(file("props::gadfly_failures_holds::holds_1"), Some("holds"));
        assert_eq!(file("gadfly_failures_holds::holds_1"), Some("holds"));
        assert_eq!(file("gadfly_failures::url_debug_panics"), None);
    }
}
