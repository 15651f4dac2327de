//! Calls that do not return in time: iterators without an end, and texts that are too long for practical use.

use serde_json::Value;

use crate::{fresh_place, library, sharing_gadfly};

#[test]
fn a_call_that_goes_through_an_endless_iterator_is_its_callers_fault() {
    let source = "
        pub struct Forever(u8);
        impl Forever {
            pub fn new() -> Self { Forever(0) }
            pub fn skip_all(&mut self) { while self.next().is_some() {} }
        }
        impl Iterator for Forever {
            type Item = u8;
            fn next(&mut self) -> Option<u8> { self.0 ^= 1; Some(self.0) }
        }
        pub fn wait_for_two(items: Forever) -> bool { items.into_iter().any(|item| item == 2) }
    ";
    let arguments = "explore --format json --no-tests --calls 3000 --seed 0";
    fresh_place("endless");
    let run = sharing_gadfly().run(&library("endless", source), arguments).expect_code(1);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let class_of = |item: &str| {
        let findings = report["findings"].as_array().expect("findings");
        let found = findings.iter().find(|it| it["item"] == item && it["kind"] == "hang");
        found.unwrap_or_else(|| panic!("no hang of {item}: {findings:?}"))["class"].clone()
    };
    assert_eq!(class_of("endless::wait_for_two"), "precondition");
    // What is declared for the iterator itself has to come to an end.
    assert_eq!(class_of("endless::Forever::skip_all"), "bug");
}

#[test]
fn slow_calls_on_absurd_texts_are_resource_findings() {
    let source = "
        /// How many pairs of equal characters there are.
        pub fn pairs(text: &str, other: &str) -> usize {
            let count = |c| std::hint::black_box(other).chars().filter(|it| *it == c).count();
            text.chars().map(count).sum()
        }
        pub fn wait_for_letter(text: &str) -> bool { while text == \"a\" {} true }
    ";
    let arguments = "explore --format json --no-tests --calls 20000 --seed 0";
    fresh_place("lengthy");
    let run = sharing_gadfly().run(&library("lengthy", source), arguments).expect_code(1);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let findings = report["findings"].as_array().expect("findings");
    let classes = |item: &str| -> Vec<&Value> {
        findings.iter().filter(|it| it["item"] == item).map(|it| &it["class"]).collect()
    };
    assert_eq!(classes("lengthy::pairs"), ["resource"]);
    assert_eq!(classes("lengthy::wait_for_letter"), ["bug"]);
}
