//! `PartialOrd`: `a < b` and `b < c` imply `a < c`. For `Ord` types the law of `cmp` covers it.

use crate::laws::{LawValues, TraitLaw};
use std::cmp::Ordering;

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "partial-cmp-transitive",
    sentence: "`a < b` and `b < c` imply `a < c`",
    method: "partial_cmp",
    assertion: "\
if {0} < {1} && {1} < {2} {
    assert!({0} < {2}, \"< is not transitive\");
}",
    helpers: "",
    arity: 3,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.partial_cmp.is_some() && vtable.cmp.is_none(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let less = |left, right| Some(values.partial_cmp(left, right)? == Some(Ordering::Less));
    let broken = less(0, 1)? && less(1, 2)? && !less(0, 2)?;
    broken.then(|| {
        let (a, b, c) = (values.show(0), values.show(1), values.show(2));
        format!("{a} < {b} and {b} < {c}, but not {a} < {c}")
    })
}
