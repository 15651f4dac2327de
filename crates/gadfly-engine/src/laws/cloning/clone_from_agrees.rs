//! `Clone`: `clone_from` agrees with assigning a clone.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "clone-from-agrees",
    sentence: "`a.clone_from(&b)` makes `a` equal to `b`",
    method: "clone_from",
    assertion: "\
let mut copy = std::clone::Clone::clone(&{1});
std::clone::Clone::clone_from(&mut copy, &{0});
assert!(copy == {0}, \"clone_from made something else than a clone\");",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.clone.is_some() && vtable.partial_eq.is_some() && !vtable.copy,
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    if !values.eq(0, 0)? {
        return None;
    }
    let mut copy = values.clone_of(1)?;
    values.clone_from(&mut copy, 0)?;
    let with = values.with(2, &copy);
    (!with.eq(2, 0)?)
        .then(|| format!("clone_from({}) on {} gave {}", with.show(0), with.show(1), with.show(2)))
}
