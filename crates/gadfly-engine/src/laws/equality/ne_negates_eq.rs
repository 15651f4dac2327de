//! `PartialEq`: `!=` is the opposite of `==`.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "ne-negates-eq",
    sentence: "`a != b` is the opposite of `a == b`",
    method: "ne",
    assertion: "\
assert_ne!({0} == {1}, {0} != {1}, \"!= does not negate ==\");",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.partial_eq.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let (eq, ne) = (values.eq(0, 1)?, values.ne(0, 1)?);
    (eq == ne)
        .then(|| format!("both == and != are {eq} for {} and {}", values.show(0), values.show(1)))
}
