//! Impls of other libraries' traits for random values are used where a crate has them.

use gadfly_testkit::Project;
use serde_json::Value;

use crate::{cargo_test_with, fresh, gadfly, report};

const PACKAGE: &str = "fixture-generators";

#[test]
fn types_that_nothing_public_makes_are_made_by_impls_of_other_libraries() {
    let project = fresh(PACKAGE, Project::of_fixture("generators"));
    gadfly().run(&project, "check --features arbitrary").expect_code(1);
    let report = report(PACKAGE);
    let properties = report["check"]["properties"].as_array().expect("properties");
    for property in properties {
        let name = property["property"].as_str().expect("a name");
        let is_false = name.ends_with("small") || name.ends_with("few") || name.ends_with("short");
        assert_eq!(property["verdict"], if is_false { "failed" } else { "ok" }, "{property}");
        assert!(property["distinct"].as_u64().is_some_and(|distinct| distinct > 10), "{property}");
    }
    let findings = report["findings"].as_array().expect("findings");
    for (name, call) in [
        ("odd_numbers_are_small", "gadfly::from_arbitrary!(Odd, b\""),
        ("sorted_numbers_are_few", "gadfly::from_quickcheck!(Sorted, "),
        ("ranges_are_short", "gadfly::from_proptest!(Range, "),
    ] {
        let is_it = |it: &&Value| it["item"].as_str().is_some_and(|item| item.ends_with(name));
        let finding = findings.iter().find(is_it).unwrap_or_else(|| panic!("{findings:?}"));
        let source = finding["source"].as_str().expect("source");
        assert!(source.contains(call), "{source}");
    }

    // Tests say how the value is made, and need nothing but the crate's own dependencies.
    assert_eq!(report["tests"]["failing"], 3);
    let (is_fine, said) = cargo_test_with(&project, &["--features", "arbitrary"]);
    assert!(!is_fine, "{said}");
    for test in ["odd_numbers_are_small_1", "sorted_numbers_are_few_1", "ranges_are_short_1"] {
        assert!(said.contains(&format!("{test} ... FAILED")), "{test}: {said}");
    }
}
