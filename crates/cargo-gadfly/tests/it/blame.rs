//! Whose fault a panic is, seen from outside.

use gadfly_testkit::Project;
use serde_json::Value;

use crate::{fresh_place, library, sharing_gadfly};

#[test]
fn documented_items_stand_for_their_siblings() {
    let source = "
        /// Numbers above zero.
        #[derive(Debug, Default)]
        pub struct Positive { numbers: Vec<i32>, sum: i32 }
        impl Positive {
            /// Adds a number.
            ///
            /// # Panics
            ///
            /// If it is not above zero.
            pub fn insert(&mut self, number: i32) {
                assert!(number > 0);
                self.numbers.push(number);
                self.sum = self.sum.wrapping_add(number);
            }
            pub fn sum(&self) -> i32 { self.sum }
        }
        impl Extend<i32> for Positive {
            fn extend<I: IntoIterator<Item = i32>>(&mut self, numbers: I) {
                numbers.into_iter().for_each(|number| self.insert(number));
            }
        }
    ";
    let arguments = "explore --format json --no-tests --calls 20000 --seed 0";
    fresh_place("many");
    let run = sharing_gadfly().run(&library("many", source), arguments).expect_code(0);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let findings = report["findings"].as_array().expect("findings");
    // A requirement that is documented at one place is reported once.
    let reported: Vec<_> = findings.iter().map(|it| (&it["item"], &it["class"])).collect();
    assert_eq!(reported, [(&"many::Positive::insert".into(), &"documented".into())]);
}

#[test]
fn other_values_show_who_is_responsible() {
    let project = Project::of_fixture("blamed");
    fresh_place("fixture-blamed");
    let arguments = "explore --format json --no-write --calls 60000 --seed 0";
    let run = sharing_gadfly().run(&project, arguments);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let findings = report["findings"].as_array().expect("findings");
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap_or("-").to_owned();
    let words = |finding| ["class", "rule", "hint"].map(|key| text(finding, key)).join(" ");
    let decided = |item: &str| -> Vec<String> {
        let item = format!("fixture_blamed::{item}");
        findings.iter().filter(|finding| text(finding, "item") == item).map(words).collect()
    };
    // A check of the author's stands beside it.
    let of_mark = decided("Shelf::mark");
    let broken = "bug broken-receiver documented-panic".to_owned();
    assert!(of_mark.contains(&broken), "{of_mark:?}: {}", run.stdout);
    for (item, expected) in [
        ("Shelf::size", "documented documented-argument documented-panic"),
        ("Row::swap_with_last", "bug no-argument-matters documented-panic"),
        ("Row::swap_with_first", "documented documented-panic -"),
        ("Row::pair", "precondition larger-receiver names-argument"),
        ("Row::room_for_others", "bug exhausts-regardless capacity"),
        ("Row::room_for", "resource smaller-suffices capacity"),
        ("Week::length_of_any", "bug fails-in-the-middle names-argument"),
        ("Week::length_of_day", "precondition argument-out-of-range names-argument"),
        ("Week::part_of_both", "bug only-zeros-together own-zero-check"),
        ("Week::part_of_second", "precondition argument-out-of-range language-panic"),
        ("Week::seconds", "bug fallible-overflow language-panic"),
        ("Gate::pass", "bug assertion-about-receiver own-check"),
        ("Gate::pass_light", "precondition refused-argument unexplained"),
        ("Span::length", "precondition handmade-receiver language-panic"),
    ] {
        assert_eq!(decided(item), [expected], "{item}: {}", run.stdout);
    }
}
