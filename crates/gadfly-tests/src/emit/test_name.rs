//! Names of tests: after what they are about, each once.

use std::collections::BTreeSet;

use gadfly_model::rust_path;
use gadfly_plan::names::snake_case;

/// Hands out names, each once.
#[derive(Clone, Debug, Default)]
pub struct TestNames {
    taken: BTreeSet<String>,
}

impl TestNames {
    /// Names that are taken already.
    pub fn with_taken<'n>(names: impl IntoIterator<Item = &'n str>) -> TestNames {
        TestNames { taken: names.into_iter().map(str::to_owned).collect() }
    }

    /// This name, or the same with a number.
    pub fn name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}

/// `ropey::iter::Lines::size_hint` as `lines_size_hint`, `k::max` as `max`.
pub fn base_name(item: &str) -> String {
    let (owner, function) = (rust_path::last(rust_path::owner(item)), rust_path::last(item));
    let whole = match owner.starts_with(char::is_uppercase) {
        true => format!("{}_{}", snake_case(owner), snake_case(function)),
        false => snake_case(function),
    };
    let clean: String =
        whole.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let clean = clean.trim_matches('_').to_owned();
    if clean.starts_with(|c: char| c.is_ascii_alphabetic()) { clean } else { format!("it_{clean}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_named_after_type_and_function() {
        assert_eq!(base_name("ropey::iter::Lines::size_hint"), "lines_size_hint");
        assert_eq!(base_name("k::max"), "max");
        assert_eq!(
            base_name("an operation of the standard library"),
            "an_operation_of_the_standard_library"
        );
        assert_eq!(base_name("<[T]>"), "t");
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut names = TestNames::default();
        assert_eq!(names.name("a_panics"), "a_panics");
        assert_eq!(names.name("a_panics"), "a_panics_2");
        let mut names = TestNames::with_taken(["a_panics"]);
        assert_eq!(names.name("a_panics"), "a_panics_2");
    }
}
