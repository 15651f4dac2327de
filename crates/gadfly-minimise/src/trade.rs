//! Calls that only count up or down to a bound: one of them less, and another number to begin with.

use std::collections::BTreeSet;

use gadfly_wire::{Literal, LiteralType, LiteralValue, Sequence, What};

use super::edit::{with_users, without};

/// The sequence without one of several calls of the same operation, for each operation that is called several times. `last`
/// must stay.
pub(super) fn without_a_repeat(sequence: &Sequence, last: Option<u32>) -> Vec<Sequence> {
    let mut found = Vec::new();
    let mut done: Vec<What> = Vec::new();
    for (index, statement) in (0_u32..).zip(&sequence.statements) {
        let is_call = matches!(statement.what, What::Operation(_));
        let times = sequence.statements.iter().filter(|it| it.what == statement.what).count();
        if !is_call || times < 2 || Some(index) == last || done.contains(&statement.what) {
            continue;
        }
        let alone = BTreeSet::from([index]);
        if with_users(sequence, &alone) == alone {
            done.push(statement.what);
            found.push(without(sequence, &alone));
        }
    }
    found
}

/// Numbers to begin with instead: the ends of the type, and one more or less. None for what is no integer.
pub(super) fn others(literal: &Literal) -> Vec<Literal> {
    let of = |value| Literal { ty: literal.ty, value, weight: 1 };
    let Some((least, most)) = ends(literal.ty) else { return Vec::new() };
    match literal.value {
        LiteralValue::Unsigned(value) => {
            let near = [value.saturating_add(1).min(most), value.saturating_sub(1)];
            let all = [most, 0].into_iter().chain(near);
            all.filter(|other| *other != value).map(LiteralValue::Unsigned).map(of).collect()
        }
        LiteralValue::Signed(value) => {
            let most = i128::try_from(most).unwrap_or(i128::MAX);
            let near = [value.saturating_add(1).min(most), value.saturating_sub(1).max(least)];
            let all = [most, least].into_iter().chain(near);
            all.filter(|other| *other != value).map(LiteralValue::Signed).map(of).collect()
        }
        _ => Vec::new(),
    }
}

/// The least and the greatest number of an integer type.
pub(super) fn ends(ty: LiteralType) -> Option<(i128, u128)> {
    Some(match ty {
        LiteralType::U8 => (0, u8::MAX.into()),
        LiteralType::U16 => (0, u16::MAX.into()),
        LiteralType::U32 => (0, u32::MAX.into()),
        LiteralType::U64 | LiteralType::Usize => (0, u64::MAX.into()),
        LiteralType::U128 => (0, u128::MAX),
        LiteralType::I8 => (i8::MIN.into(), i8::MAX as u128),
        LiteralType::I16 => (i16::MIN.into(), i16::MAX as u128),
        LiteralType::I32 => (i32::MIN.into(), i32::MAX as u128),
        LiteralType::I64 | LiteralType::Isize => (i64::MIN.into(), i64::MAX as u128),
        LiteralType::I128 => (i128::MIN, i128::MAX as u128),
        _ => return None,
    })
}
