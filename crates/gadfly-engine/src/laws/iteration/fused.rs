//! `FusedIterator`: after the end nothing comes any more.

use super::steps::steps_to_compare;
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "fused",
    sentence: "a fused iterator yields nothing after its end",
    method: "next",
    assertion: "\
let mut iterator = std::clone::Clone::clone(&{0});
while std::iter::Iterator::next(&mut iterator).is_some() {}
for _ in 0..2 {
    assert!(std::iter::Iterator::next(&mut iterator).is_none(), \"it went on after its end\");
}",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.laws.is_some_and(|laws| laws.fused && laws.traverse.is_some()),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let limit = steps_to_compare(values)?;
    let traversed = values.traverse(limit)?;
    (traversed.revived && values.traverse(limit)? == traversed)
        .then(|| "it went on after its end".to_owned())
}
