//! `ExactSizeIterator`: `len` equals both bounds of `size_hint`.

use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "len-agrees",
    sentence: "`len` equals both bounds of `size_hint`",
    method: "len",
    assertion: "\
let (lower, upper) = std::iter::Iterator::size_hint(&{0});
let len = std::iter::ExactSizeIterator::len(&{0});
assert_eq!((lower, upper), (len, Some(len)), \"len and size_hint disagree\");",
    helpers: "",
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.laws.is_some_and(|laws| laws.len.is_some()),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    let hint = values.size_hint()?;
    if hint.1 != Some(hint.0) {
        return Some(format!("size_hint of an exact iterator is {hint:?}"));
    }
    let len = values.exact_len()?;
    (len != hint.0).then(|| format!("len is {len}, but size_hint {hint:?}"))
}
