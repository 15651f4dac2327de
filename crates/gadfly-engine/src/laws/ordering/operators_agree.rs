//! `PartialOrd`: `<`, `<=`, `>` and `>=` agree with `partial_cmp`.

use crate::laws::{LawValues, TraitLaw};
use std::cmp::Ordering;

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "operators-agree",
    sentence: "`<`, `<=`, `>` and `>=` agree with `partial_cmp`",
    method: "partial_cmp",
    assertion: "\
let order = std::cmp::PartialOrd::partial_cmp(&{0}, &{1});
assert_eq!({0} < {1}, order.is_some_and(std::cmp::Ordering::is_lt), \"< disagrees\");
assert_eq!({0} <= {1}, order.is_some_and(std::cmp::Ordering::is_le), \"<= disagrees\");
assert_eq!({0} > {1}, order.is_some_and(std::cmp::Ordering::is_gt), \"> disagrees\");
assert_eq!({0} >= {1}, order.is_some_and(std::cmp::Ordering::is_ge), \">= disagrees\");",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.partial_cmp.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let order = values.partial_cmp(0, 1)?;
    let seen = values.operators(0, 1)?;
    let is = |test: fn(Ordering) -> bool| order.is_some_and(test);
    let due = [is(Ordering::is_lt), is(Ordering::is_le), is(Ordering::is_gt), is(Ordering::is_ge)];
    let at = (0..4).find(|at| seen[*at] != due[*at])?;
    let operator = ["<", "<=", ">", ">="][at];
    let (a, b) = (values.show(0), values.show(1));
    Some(format!("{a} {operator} {b} is {}, but partial_cmp is {order:?}", seen[at]))
}
