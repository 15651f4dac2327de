//! `Ord`: `cmp` and `partial_cmp` are one order.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "cmp-agrees-with-partial-cmp",
    sentence: "`partial_cmp` is `Some` of `cmp`",
    method: "partial_cmp",
    assertion: "\
assert_eq!(
    std::cmp::PartialOrd::partial_cmp(&{0}, &{1}),
    Some(std::cmp::Ord::cmp(&{0}, &{1})),
    \"partial_cmp and cmp disagree\"
);",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.cmp.is_some() && vtable.partial_cmp.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let (cmp, partial) = (values.cmp(0, 1)?, values.partial_cmp(0, 1)?);
    (partial != Some(cmp)).then(|| {
        format!(
            "cmp is {cmp:?}, but partial_cmp is {partial:?} for {} and {}",
            values.show(0),
            values.show(1)
        )
    })
}
