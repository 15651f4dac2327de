//! `Borrow<str>`: a value is compared and hashed as the text that it can be borrowed as.

use crate::laws::law::HASH_HELPER;
use crate::laws::{LawValues, TraitLaw};
use crate::values::fingerprint::FastHasher;
use std::hash::{Hash, Hasher};

/// Hashes agree.
pub(in crate::laws) const HASH: TraitLaw = TraitLaw {
    name: "borrow-hash",
    sentence: "a value and the text that it can be borrowed as have equal hashes",
    method: "hash",
    assertion: "\
let text: &str = std::borrow::Borrow::borrow(&{0});
assert_eq!(hash(&{0}), hash(text), \"the hash is not that of the borrowed text\");",
    helpers: HASH_HELPER,
    arity: 1,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.hash.is_some() && vtable.laws.is_some_and(|laws| laws.text.is_some()),
    check: check_hash,
};

/// Comparisons agree.
pub(in crate::laws) const EQ: TraitLaw = TraitLaw {
    name: "borrow-eq",
    sentence: "values are equal exactly if the texts are that they can be borrowed as",
    method: "eq",
    assertion: "\
let left: &str = std::borrow::Borrow::borrow(&{0});
let right: &str = std::borrow::Borrow::borrow(&{1});
assert_eq!({0} == {1}, left == right, \"== is not that of the borrowed texts\");",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.eq && vtable.laws.is_some_and(|laws| laws.text.is_some()),
    check: check_eq,
};

/// Orders agree.
pub(in crate::laws) const CMP: TraitLaw = TraitLaw {
    name: "borrow-cmp",
    sentence: "values are ordered like the texts that they can be borrowed as",
    method: "cmp",
    assertion: "\
let left: &str = std::borrow::Borrow::borrow(&{0});
let right: &str = std::borrow::Borrow::borrow(&{1});
assert_eq!(
    std::cmp::Ord::cmp(&{0}, &{1}),
    left.cmp(right),
    \"cmp is not that of the borrowed texts\"
);",
    helpers: "",
    arity: 2,
    uses_up: false,
    needs_checked: false,
    applies: |vtable| vtable.cmp.is_some() && vtable.laws.is_some_and(|laws| laws.text.is_some()),
    check: check_cmp,
};

fn check_hash(values: &LawValues<'_>) -> Option<String> {
    let text = values.borrowed(0)?;
    let mut hasher = FastHasher::standard();
    text.hash(&mut hasher);
    (values.standard_hash(0)? != hasher.finish())
        .then(|| format!("the hash of {} is not that of {text:?}", values.show(0)))
}

fn check_eq(values: &LawValues<'_>) -> Option<String> {
    let (left, right) = (values.borrowed(0)?, values.borrowed(1)?);
    let eq = values.eq(0, 1)?;
    (eq != (left == right)).then(|| {
        let (a, b) = (values.show(0), values.show(1));
        format!("{a} == {b} is {eq}, but not so for {left:?} and {right:?}")
    })
}

fn check_cmp(values: &LawValues<'_>) -> Option<String> {
    let (left, right) = (values.borrowed(0)?, values.borrowed(1)?);
    let order = values.cmp(0, 1)?;
    (order != left.cmp(right)).then(|| {
        let (a, b) = (values.show(0), values.show(1));
        format!("{a} against {b} is {order:?}, but not so for {left:?} and {right:?}")
    })
}
