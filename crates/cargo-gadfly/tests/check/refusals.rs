//! What cannot be checked is refused in one sentence, with the right exit code.

use gadfly_testkit::Project;

use crate::gadfly;

#[test]
fn a_crate_without_properties_is_told_how_to_write_one() {
    let project = Project::of_source("pub fn f() {}\n");
    let run = gadfly().run(&project, "check").expect_code(2);
    assert!(run.stderr.contains("subject has no properties to check"), "{}", run.stderr);
    assert!(run.stderr.contains("cargo add --dev gadfly"), "{}", run.stderr);
}
