//! `Eq`: two values that equal a third are equal. Types with approximate comparisons are `PartialEq` alone, and not checked.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "eq-transitive",
    sentence: "two values that equal a third equal each other",
    method: "eq",
    assertion: "\
if {0} == {1} && {1} == {2} {
    assert!({0} == {2}, \"== is not transitive\");
}",
    helpers: "",
    arity: 3,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.eq && vtable.partial_eq.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let broken = values.eq(0, 1)? && values.eq(1, 2)? && !values.eq(0, 2)?;
    broken.then(|| {
        let (a, b, c) = (values.show(0), values.show(1), values.show(2));
        format!("{a} equals {b}, which equals {c}, but {a} does not equal {c}")
    })
}
