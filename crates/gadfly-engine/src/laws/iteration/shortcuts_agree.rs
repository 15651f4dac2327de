//! `Iterator`: `count`, `last` and `nth` agree with `next`.

use super::steps::steps_to_compare;
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "shortcuts-agree",
    sentence: "`count`, `last` and `nth` agree with `next`",
    method: "nth",
    assertion: "\
let all: Vec<_> = std::clone::Clone::clone(&{0}).collect();
assert_eq!(std::clone::Clone::clone(&{0}).count(), all.len(), \"count disagrees\");
assert!(std::clone::Clone::clone(&{0}).last().as_ref() == all.last(), \"last disagrees\");
for at in 0..=all.len() {
    let found = std::iter::Iterator::nth(&mut std::clone::Clone::clone(&{0}), at);
    assert!(found.as_ref() == all.get(at), \"nth({at}) disagrees\");
}",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.laws.is_some_and(|laws| laws.shortcuts.is_some()),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let limit = steps_to_compare(values)?;
    let wrong = values.shortcuts(limit)?;
    let (once, twice) = (values.traverse(limit)?, values.traverse(limit)?);
    (once == twice && values.shortcuts(limit) == Some(wrong))
        .then(|| format!("{wrong} disagrees with next"))
}
