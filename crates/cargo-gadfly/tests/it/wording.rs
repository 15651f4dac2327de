//! Written tests are as clean as a person's: neither the formatter nor clippy has anything against them.

use gadfly_testkit::{Project, repository_root};

use crate::{expect_clean_tests, fresh_place, sharing_gadfly};

#[test]
fn tests_of_an_ordinary_crate_are_formatted_and_without_lints() {
    let example = repository_root().join("examples/text-cursor");
    let project = Project::copy_of(&example);
    fresh_place("text-cursor");
    sharing_gadfly().run(&project, "explore --calls 30000").expect_code(1);
    let regression = project.read("tests/gadfly_regression.rs");
    assert!(regression.matches("#[test]").count() > 30, "{regression}");
    // What is copied is cloned only where that is what is tested.
    assert!(!regression.contains("position.clone()"), "{regression}");
    expect_clean_tests(&project, "2024");
}
