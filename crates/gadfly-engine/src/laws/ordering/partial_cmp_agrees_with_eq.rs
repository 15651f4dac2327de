//! `PartialOrd`: `partial_cmp` returns `Equal` exactly for equal values.

use crate::laws::{LawValues, TraitLaw};
use std::cmp::Ordering;

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "partial-cmp-agrees-with-eq",
    sentence: "`partial_cmp` returns `Equal` exactly for equal values",
    method: "partial_cmp",
    assertion: "\
let order = std::cmp::PartialOrd::partial_cmp(&{0}, &{1});
assert_eq!(
    order == Some(std::cmp::Ordering::Equal),
    {0} == {1},
    \"partial_cmp and == disagree\"
);",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| {
        vtable.partial_eq.is_some() && vtable.partial_cmp.is_some() && vtable.cmp.is_none()
    },
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let (eq, order) = (values.eq(0, 1)?, values.partial_cmp(0, 1)?);
    (eq != (order == Some(Ordering::Equal))).then(|| {
        format!(
            "== is {eq}, but partial_cmp is {order:?} for {} and {}",
            values.show(0),
            values.show(1)
        )
    })
}
