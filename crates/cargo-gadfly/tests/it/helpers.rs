//! Functions of the person's own that build values.

use gadfly_testkit::Project;

use crate::{fresh_place, report, sharing_gadfly};

#[test]
fn helpers_build_what_nothing_else_can_and_stand_in_the_tests() {
    let project = Project::of_fixture("helped");
    let place = fresh_place("fixture-helped");
    sharing_gadfly().run(&project, "explore --calls 20000").expect_code(1);
    let report = report(&place);
    assert_eq!(report["functions"]["public"], 6, "helpers are no functions of the crate");
    assert_eq!(report["findings"][0]["item"], "fixture_helped::Key::last");
    assert_eq!(report["tests"]["failing"], 1);
    let failures = project.read("tests/gadfly_failures.rs");
    assert!(failures.contains("\nmod helpers;\n\nuse helpers::key;\n"), "{failures}");
    assert!(
        failures.contains("    let key = key(false);\n    let _ = key.last();\n"),
        "{failures}"
    );

    // Errors in them are reported before anything is built.
    let broken = project.with("tests/helpers/mod.rs", "pub fn key() -> u8 { \"\" }\n");
    let run = sharing_gadfly().run(&broken, "list").expect_code(2);
    assert!(
        run.stderr.contains("the helpers do not compile: line 1: mismatched"),
        "{}",
        run.stderr
    );
    let misplaced = broken.with("gadfly.toml", "helpers = \"src/lib.rs\"\n");
    let run = sharing_gadfly().run(&misplaced, "list").expect_code(2);
    assert!(run.stderr.contains("helpers must be tests/NAME.rs"), "{}", run.stderr);
}
