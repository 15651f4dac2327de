//! `Iterator`: the number of items is within `size_hint`, for iterators that cannot be cloned. Consumes them.

use super::steps::{steps_worth, wrong_hint};
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "size-hint-drained",
    sentence: "`size_hint` bounds the number of items",
    method: "size_hint",
    assertion: "\
let mut iterator = {0};
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
    uses_up: true,
    needs_checked: false,
    applies: |vtable| {
        vtable.laws.is_some_and(|laws| laws.drain.is_some() && laws.traverse.is_none())
    },
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let limit = steps_worth(values.size_hint()?)?;
    wrong_hint(&values.drain(limit)?)
}
