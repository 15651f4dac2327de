//! Written tests are as clean as a person's: neither the formatter nor clippy has anything against them.

use gadfly_testkit::Project;

use crate::{expect_clean_tests, fresh_place, library, sharing_gadfly};

#[test]
fn tests_of_an_ordinary_crate_are_formatted_and_without_lints() {
    let project = Project::of_example("text-cursor");
    fresh_place("text-cursor");
    sharing_gadfly().run(&project, "explore --calls 30000").expect_code(1);
    let regression = project.read("tests/gadfly_regression.rs");
    assert!(regression.matches("#[test]").count() > 20, "{regression}");
    // What is copied is cloned only where that is what is tested.
    assert!(!regression.contains("position.clone()"), "{regression}");
    expect_clean_tests(&project, "2024");
}

/// An iterator whose `size_hint` is too low fails when it is collected into a list.
#[test]
fn iterators_that_promise_less_than_they_give_are_written_as_filters() {
    let source = "/// The sum of all items.
pub fn sum<I: IntoIterator<Item = u8>>(items: I) -> u64 {
    let items = items.into_iter();
    let mut left = items.size_hint().0;
    let mut sum = 0;
    for item in items {
        left = left.checked_sub(1).unwrap();
        sum += u64::from(item);
    }
    sum
}
";
    let project = library("low-hints", source);
    fresh_place("low-hints");
    sharing_gadfly().run(&project, "explore --calls 5000").expect_code(1);
    let failing = project.read("tests/gadfly_failures.rs");
    assert!(failing.contains(".into_iter().filter(|_| true)"), "{failing}");
    assert_eq!(failing.matches("#[test]").count(), 1, "{failing}");
    expect_clean_tests(&project, "2024");
}

/// Crates have to be named in the old edition before they can be imported.
#[test]
fn tests_of_an_old_edition_name_the_crates_they_import() {
    let manifest = "[package]\nname = \"old-edition\"\nversion = \"0.1.0\"\nedition = \"2015\"\n\n\
                    [dependencies]\nnoughts = { path = \"noughts\" }\n\n[workspace]\n";
    let noughts = "[package]\nname = \"noughts\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let source = "extern crate noughts;

/// An amount.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount(i32);

impl noughts::Nought for Amount {
    fn nought() -> Amount {
        Amount(0)
    }
}

impl Amount {
    /// As much, owed.
    pub fn owed(amount: i32) -> Amount {
        Amount(-amount)
    }
}
";
    let project = Project::empty()
        .with("Cargo.toml", manifest)
        .with("src/lib.rs", source)
        .with("noughts/Cargo.toml", noughts)
        .with("noughts/src/lib.rs", "pub trait Nought { fn nought() -> Self; }\n");
    fresh_place("old-edition");
    sharing_gadfly().run(&project, "explore --calls 3000").expect_code(1);
    let regression = project.read("tests/gadfly_regression.rs");
    assert!(
        regression.contains("extern crate noughts;\nextern crate old_edition;\n"),
        "{regression}"
    );
    assert!(regression.contains("Amount::nought()"), "{regression}");
    // The least number has no counterpart above zero.
    let failing = project.read("tests/gadfly_failures.rs");
    assert!(failing.contains("Amount::owed(i32::MIN)"), "{failing}");
    expect_clean_tests(&project, "2015");
}
