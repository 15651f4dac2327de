//! `Ord`: `cmp` returns `Equal` exactly for equal values.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "cmp-agrees-with-eq",
    sentence: "`cmp` returns `Equal` exactly for equal values",
    method: "cmp",
    assertion: "\
let order = std::cmp::Ord::cmp(&{0}, &{1});
assert_eq!(order.is_eq(), {0} == {1}, \"cmp and == disagree\");",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.cmp.is_some() && vtable.partial_eq.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let (cmp, eq) = (values.cmp(0, 1)?, values.eq(0, 1)?);
    (cmp.is_eq() != eq).then(|| {
        format!("== is {eq}, but cmp is {cmp:?} for {} and {}", values.show(0), values.show(1))
    })
}
