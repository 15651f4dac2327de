//! Iterators without an end: whoever is given one does not come back, and is not to blame.

use serde_json::Value;

use crate::{gadfly, library};

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
    let run = gadfly().run(&library("endless", source), arguments).expect_code(1);
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
