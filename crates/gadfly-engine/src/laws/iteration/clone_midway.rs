//! `Clone` of an iterator: a clone made during iteration continues at the same item.

use super::steps::steps_to_compare;
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "clone-midway",
    sentence: "a clone of a started iterator yields the remaining items",
    method: "clone",
    assertion: "\
let all: Vec<_> = std::clone::Clone::clone(&{0}).collect();
for taken in 1..=all.len() {
    let mut iterator = std::clone::Clone::clone(&{0});
    iterator.by_ref().take(taken).for_each(drop);
    let left: Vec<_> = std::clone::Clone::clone(&iterator).collect();
    assert!(left[..] == all[taken..], \"a clone after {taken} items has other items left\");
}",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.laws.is_some_and(|laws| laws.midway.is_some()) && !vtable.copy,
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let limit = steps_to_compare(values)?;
    let wrong = values.midway(limit)?;
    let (once, twice) = (values.traverse(limit)?, values.traverse(limit)?);
    (once == twice && values.midway(limit) == Some(wrong)).then(|| wrong.to_owned())
}
