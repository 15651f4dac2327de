//! `PartialOrd`: `a < b` exactly if `b > a`. For `Ord` types the law of `cmp` covers it.

use crate::laws::{LawValues, TraitLaw};
use std::cmp::Ordering;

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "partial-cmp-dual",
    sentence: "`partial_cmp` is reversed by swapping its sides",
    method: "partial_cmp",
    assertion: "\
let there = std::cmp::PartialOrd::partial_cmp(&{0}, &{1});
let back = std::cmp::PartialOrd::partial_cmp(&{1}, &{0});
assert_eq!(
    there,
    back.map(std::cmp::Ordering::reverse),
    \"partial_cmp is not reversed by swapping its sides\"
);",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.partial_cmp.is_some() && vtable.cmp.is_none(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let (there, back) = (values.partial_cmp(0, 1)?, values.partial_cmp(1, 0)?);
    (there != back.map(Ordering::reverse)).then(|| {
        let (a, b) = (values.show(0), values.show(1));
        format!("{a} against {b} is {there:?}, and {b} against {a} is {back:?}")
    })
}
