//! `Iterator`: the lower bound of `size_hint` is not above the upper. Asking must not panic.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "size-hint-bounds",
    sentence: "the lower bound of `size_hint` is at most the upper",
    method: "size_hint",
    assertion: "\
let (lower, upper) = std::iter::Iterator::size_hint(&{0});
assert!(lower <= upper.unwrap_or(usize::MAX), \"the bounds of size_hint are swapped\");",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.laws.is_some_and(|laws| laws.size_hint.is_some()),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let (lower, upper) = values.size_hint()?;
    (upper? < lower).then(|| format!("size_hint is {:?}", (lower, upper)))
}
