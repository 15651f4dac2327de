//! `Iterator`: the number of items is within `size_hint`, at every step.

use super::steps::{steps_worth, wrong_hint};
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "size-hint-count",
    sentence: "`size_hint` bounds the number of items",
    method: "size_hint",
    assertion: "\
let mut iterator = std::clone::Clone::clone(&{0});
let mut hints = vec![std::iter::Iterator::size_hint(&iterator)];
while std::iter::Iterator::next(&mut iterator).is_some() {
    hints.push(std::iter::Iterator::size_hint(&iterator));
}
for (items, (lower, upper)) in hints.into_iter().rev().enumerate() {
    assert!(lower <= items, \"size_hint promised {lower} items, but {items} came\");
    assert!(items <= upper.unwrap_or(usize::MAX), \"{items} came, size_hint said {upper:?}\");
}",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.laws.is_some_and(|laws| laws.traverse.is_some()),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let wrong = check_once(values)?;
    // Clones that share their source run dry together, and prove nothing.
    (check_once(values)? == wrong).then_some(wrong)
}

fn check_once(values: &LawValues<'_>) -> Option<String> {
    let limit = steps_worth(values.size_hint()?)?;
    wrong_hint(&values.traverse(limit)?)
}
