//! `Ord`: `a < b` exactly if `b > a`.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "cmp-dual",
    sentence: "`cmp` is reversed by swapping its sides",
    method: "cmp",
    assertion: "\
let there = std::cmp::Ord::cmp(&{0}, &{1});
let back = std::cmp::Ord::cmp(&{1}, &{0});
assert_eq!(there, back.reverse(), \"cmp does not turn round with its sides\");",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.cmp.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let (there, back) = (values.cmp(0, 1)?, values.cmp(1, 0)?);
    (there != back.reverse()).then(|| {
        let (a, b) = (values.show(0), values.show(1));
        format!("{a} against {b} is {there:?}, and {b} against {a} is {back:?}")
    })
}
