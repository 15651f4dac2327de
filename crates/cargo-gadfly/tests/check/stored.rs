//! Values for users of proptest: made by the crate's own functions, stored as source, drawn by a plain `cargo test`.

use gadfly_testkit::Project;

use crate::{cargo_test, fresh, gadfly, report};

const PACKAGE: &str = "fixture-stored";
const FILE: &str = "tests/gadfly_values/bag.rs";

#[test]
fn values_that_a_test_asks_for_are_stored_and_drawn_by_proptest() {
    let project = fresh(PACKAGE, Project::of_fixture("stored"));
    let run = gadfly().run(&project, "check --seed 1").expect_code(0);
    assert!(
        run.stdout.contains("of fixture_stored::Bag in tests/gadfly_values/bag.rs"),
        "{}",
        run.stdout
    );
    let report = report(PACKAGE);
    let count = report["check"]["stored"][0]["count"].as_u64().expect("a count");
    assert!(count >= 20, "{report}");
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(0));
    let stored = project.read(FILE);
    let first = stored.lines().find(|line| line.contains("||")).expect("a function");
    assert!(first.trim().starts_with("|| Bag::"), "the fewest calls come first: {stored}");

    // What is drawn shrinks to the shortest way to a bag with something in it.
    let (is_fine, said) = cargo_test(&project);
    assert!(!is_fine, "{said}");
    assert!(said.contains("what_is_put_is_taken ... ok"), "{said}");
    assert!(said.contains("bags_are_empty ... FAILED"), "{said}");
    let smallest = said.split("minimal failing input: bag = Bag {").nth(1).expect("an input");
    let numbers = smallest.split(']').next().expect("a list").matches(',').count();
    assert_eq!(numbers, 1, "{smallest}");

    // The same again, unless a person has changed the file.
    gadfly().run(&project, "check --seed 1").expect_code(0);
    assert_eq!(project.read(FILE), stored);
    let project = project.with(FILE, &stored.replacen("&[", "&[|| Bag::default(),", 1));
    let run = gadfly().run(&project, "check --seed 1").expect_code(0);
    assert!(run.stderr.contains("was changed by hand, and stays"), "{}", run.stderr);
    assert!(project.read(FILE).contains("&[|| Bag::default(),"));
}
