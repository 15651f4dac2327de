//! `Hash`: equal values have equal hashes. Asked of types that are `Eq`, as maps do.

use crate::laws::law::HASH_HELPER;
use crate::laws::{LawValues, TraitLaw};

/// The law.
pub(in crate::laws) const LAW: TraitLaw = TraitLaw {
    name: "hash-agrees-with-eq",
    sentence: "equal values have equal hashes",
    method: "hash",
    assertion: "\
if {0} == {1} {
    assert_eq!(hash(&{0}), hash(&{1}), \"equal values have different hashes\");
}",
    helpers: HASH_HELPER,
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.eq && vtable.partial_eq.is_some() && vtable.hash.is_some(),
    check,
};

fn check(values: &LawValues<'_>) -> Option<String> {
    if !values.eq(0, 1)? || values.hash(0)? == values.hash(1)? {
        return None;
    }
    // The quick hash also sees where one piece ends and the next begins, which hashers need not.
    let (left, right) = (values.standard_hash(0)?, values.standard_hash(1)?);
    (left != right).then(|| {
        format!(
            "{} equals {}, but the hashes are {left:#x} and {right:#x}",
            values.show(0),
            values.show(1)
        )
    })
}
