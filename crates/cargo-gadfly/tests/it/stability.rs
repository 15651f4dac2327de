//! Results that differ from run to run become no test, and are named.

use gadfly_testkit::Project;

use crate::{fresh_place, report, sharing_gadfly};

#[test]
fn clocks_addresses_orders_and_leftovers_are_dropped_counted_and_named() {
    let project = Project::of_fixture("unstable");
    let place = fresh_place("fixture-unstable");
    let run = sharing_gadfly().run(&project, "explore --calls 20000").expect_code(0);
    assert!(run.stdout.contains("\n Differs from run to run: "), "{}", run.stdout);
    let report = report(&place);
    let differs = |item: &str| {
        let unstable = report["unstable"].as_array().expect("a list");
        let found = unstable.iter().find(|it| it["item"] == format!("fixture_unstable::{item}"));
        found.map(|it| it["differs"].as_str().expect("a text").to_owned())
    };
    assert_eq!(differs("now").as_deref(), Some("the value"));
    assert_eq!(differs("address_of").as_deref(), Some("an address"));
    assert_eq!(differs("shuffled").as_deref(), Some("the order"));
    // Alone it passes every time; not after the test of a documented panic.
    assert_eq!(differs("is_in_order").as_deref(), Some("with what ran before"));
    assert_eq!(differs("twice"), None);
    assert_eq!(report["tests"]["discarded_flaky"], 4);
    let regression = project.read("tests/gadfly_regression.rs");
    assert!(regression.contains("assert_eq!(twice("), "{regression}");
    assert!(regression.contains("#[should_panic"), "{regression}");
    for item in ["now", "address_of", "shuffled", "is_in_order"] {
        assert!(!regression.contains(&format!("{item}(")), "{regression}");
    }
}
