//! `DoubleEndedIterator`: from the end come the same items, in reverse.

use super::steps::steps_to_compare;
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "ends-agree",
    sentence: "both ends of an iterator yield the same items",
    method: "next_back",
    assertion: "\
let there: Vec<_> = std::clone::Clone::clone(&{0}).collect();
let mut back: Vec<_> = std::clone::Clone::clone(&{0}).rev().collect();
back.reverse();
assert!(there == back, \"next_back gives other items than next\");
let mut both = std::clone::Clone::clone(&{0});
let mut left = there.len();
while left > 0 {
    let met = there.len() - left;
    let (found, due) = if met % 2 == 0 {
        (both.next(), met / 2)
    } else {
        (both.next_back(), there.len() - 1 - met / 2)
    };
    assert!(found.as_ref() == there.get(due), \"next and next_back in turn give other items\");
    left -= 1;
}
assert!(both.next().is_none() && both.next_back().is_none(), \"the ends pass each other\");",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.laws.is_some_and(|laws| laws.backwards.is_some()),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let limit = steps_to_compare(values)?;
    let wrong = values.backwards(limit)?;
    let (once, twice) = (values.traverse(limit)?, values.traverse(limit)?);
    (once == twice && values.backwards(limit) == Some(wrong))
        .then(|| format!("{wrong} gives other items than next"))
}
