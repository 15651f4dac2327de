//! `Clone`: a clone equals the original, if that equals itself.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "clone-equal",
    sentence: "a clone equals the original",
    method: "clone",
    assertion: "\
let clone = std::clone::Clone::clone(&{0});
assert!(clone == {0}, \"a clone differs from the original\");",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.clone.is_some() && vtable.partial_eq.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    if !values.eq(0, 0)? {
        return None;
    }
    let clone = values.clone_of(0)?;
    let with = values.with(1, &clone);
    (!with.eq(1, 0)?).then(|| format!("the clone of {} is {}", with.show(0), with.show(1)))
}
