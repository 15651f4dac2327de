//! Properties of every kind, each with the verdict it deserves.

use gadfly_testkit::Project;
use serde_json::Value;

use crate::{cargo_test, fresh, gadfly, report};

fn property<'r>(report: &'r Value, name: &str) -> &'r Value {
    let properties = report["check"]["properties"].as_array().expect("properties");
    let suffix = format!("::{name}");
    let is_it = |property: &&Value| {
        property["property"].as_str().is_some_and(|path| path.ends_with(&suffix))
    };
    properties.iter().find(is_it).unwrap_or_else(|| panic!("{name} in {properties:?}"))
}

fn source(report: &Value, name: &str) -> String {
    let suffix = format!("::{name}");
    let findings = report["findings"].as_array().expect("findings");
    let found = findings
        .iter()
        .find(|finding| finding["item"].as_str().is_some_and(|it| it.ends_with(&suffix)));
    found.and_then(|finding| finding["source"].as_str()).unwrap_or_default().to_owned()
}

#[test]
fn every_property_gets_the_verdict_it_deserves() {
    let project = fresh("properties", Project::of_fixture("properties"));
    let run = gadfly().run(&project, "check").expect_code(1);
    let report = report("fixture-properties");
    for name in [
        "reversing_twice_changes_nothing",
        "sums_do_not_depend_on_the_order",
        "a_full_queue_refuses",
        "dividing_by_zero_is_an_error",
        "a_generic_stack_is_empty_or_has_a_length<i32>",
        "a_generic_stack_is_empty_or_has_a_length<String>",
        "takes_one_byte<u8>",
        "lists_of_anything_are_short<i32, Vec<i32>>",
        "lists_of_anything_are_short<String, Vec<String>>",
        "queues_are_empty",
        "length_is_small",
        "two_differ_by_less_than_a_million",
    ] {
        assert_eq!(property(&report, name)["verdict"], "ok", "{name}");
    }
    for (name, shown) in [
        ("dividing_works", "dividing_works(0, 0);"),
        ("even_numbers_panic", "even_numbers_panic(1);"),
        ("no_circle_is_large", "no_circle_is_large(&shape);"),
        ("pushing_makes_longer", "pushing_makes_longer(&mut stack, String::new());"),
        ("secrets_are_small", "secrets_are_small(secret_of(200));"),
        ("squares_are_small", "squares_are_small(Shape::Square(7));"),
        ("starts_below", "Even::starts_below(0);"),
        ("takes_one_byte<char>", "takes_one_byte('a');"),
        ("numbers_are_below_two_hundred", "numbers_are_below_two_hundred::<u8>(200);"),
        ("texts_are_short", "texts_are_short(&"),
        ("sums_are_awaited", "block_on(sums_are_awaited("),
        ("is_below_ten", "even.is_below_ten();"),
        ("deadly", "deadly("),
        ("comes_back", "comes_back("),
    ] {
        assert_eq!(property(&report, name)["verdict"], "failed", "{name}");
        let source = source(&report, name);
        assert!(source.contains(shown), "{name}: {source}");
    }
    // Whichever two numbers it is: one less of either, and it holds.
    let awaited = source(&report, "sums_are_awaited");
    let numbers = awaited.split(|letter: char| !letter.is_ascii_digit());
    let numbers: Vec<u32> = numbers.filter_map(|number| number.parse().ok()).collect();
    let [a, b] = numbers[..] else { panic!("{awaited}") };
    assert_eq!(a + b, 300, "{awaited}");
    assert!(awaited.contains(&format!("block_on(sums_are_awaited({a}, {b}));")), "{awaited}");
    let starved = property(&report, "about_nothing");
    assert_eq!(starved["verdict"], "starved");
    assert_eq!(starved["discarded"], 10_000);
    assert!(run.stdout.contains("starved props::about_nothing"), "{}", run.stdout);

    // Attempts that were refused are not counted, those that the attribute asks for are.
    let ordered = property(&report, "sums_do_not_depend_on_the_order");
    assert_eq!(ordered["cases"], 1000);
    assert!(ordered["discarded"].as_u64().is_some_and(|discarded| discarded > 100), "{ordered}");
    let reversed = property(&report, "reversing_twice_changes_nothing");
    assert_eq!(reversed["cases"], 500);
    let labels = reversed["labels"].as_array().expect("labels");
    let trivial = |label: &&Value| label["label"] == "trivial, 1";
    assert!(labels.iter().any(|label| trivial(&label)), "{labels:?}");
    assert!(run.stdout.contains("% trivial, 1"), "{}", run.stdout);

    let warnings = report["check"]["warnings"].to_string();
    assert!(warnings.contains("Queue::push always panics"), "{warnings}");

    // What must hold at any time is checked after every call.
    let even = property(&report, "Even::is_even");
    assert_eq!(even["verdict"], "failed");
    let source = source(&report, "Even::is_even");
    let lines: Vec<&str> = source.lines().collect();
    let expected =
        ["let mut even = Even::zero();", "even.step();", "even.halve();", "even.is_even();"];
    assert_eq!(lines, expected);

    // What was written fails in the crate itself, beside functions, private ones, and in a test file.
    assert_eq!(report["tests"]["failing"], 15);
    let (is_fine, said) = cargo_test(&project);
    assert!(!is_fine, "{said}");
    for test in [
        "dividing_works_1",
        "secrets_are_small_1",
        "squares_are_small_1",
        "starts_below_1",
        "takes_one_byte_1",
        "numbers_are_below_two_hundred_1",
        "texts_are_short_1",
        "sums_are_awaited_1",
        "is_below_ten_1",
        "deadly_1",
        "comes_back_1",
    ] {
        assert!(said.contains(&format!("{test} ... FAILED")), "{test}: {said}");
    }
    // What ends the process, or does not come to an end, fails its own test alone, and in time.
    assert!(said.contains("the process ended with signal: 6"), "{said}");
    assert!(said.contains("the process did not come back in 5 seconds"), "{said}");
}
