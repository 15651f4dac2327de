//! Whose fault a panic is, seen from outside.

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
