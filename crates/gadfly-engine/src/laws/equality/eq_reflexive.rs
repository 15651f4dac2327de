//! `Eq`: every value equals itself. Comparing must not panic for `PartialEq` either.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "eq-reflexive",
    sentence: "a value equals itself",
    method: "eq",
    assertion: "\
let same = &{0};
assert!({0} == *same, \"a value does not equal itself\");",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.partial_eq.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let equal = values.eq(0, 0)?;
    (!equal && values.vtable().eq).then(|| format!("{} does not equal itself", values.show(0)))
}
