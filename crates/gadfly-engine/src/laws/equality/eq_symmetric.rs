//! `PartialEq`: both sides of `==` are alike.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "eq-symmetric",
    sentence: "`a == b` and `b == a` are the same",
    method: "eq",
    assertion: "\
assert_eq!({0} == {1}, {1} == {0}, \"== depends on the order of its sides\");",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.partial_eq.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let (there, back) = (values.eq(0, 1)?, values.eq(1, 0)?);
    (there != back).then(|| {
        format!(
            "{} == {} is {there}, but the other way round {back}",
            values.show(0),
            values.show(1)
        )
    })
}
