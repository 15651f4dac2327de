//! Values to try in the place of a literal.

use std::cmp::Ordering;

use gadfly_wire::{Literal, LiteralType, LiteralValue};

use super::Effort;
use crate::shrink::plain_values;
use crate::trade::ends;
use gadfly_plan::literals::literal_type_name;

/// Numbers of every size, for a start.
const PLAIN: [i128; 16] = [0, 1, 2, 3, 4, 5, 7, 8, 10, 16, 32, 64, 100, 255, 1000, 100_000];
/// The same where each costs much.
const FEW: [i128; 5] = [0, 1, 2, 10, 100];
/// Lengths of texts.
const LENGTHS: [usize; 5] = [2, 3, 8, 33, 300];

/// Other values of the type of a literal, each with how it compares, where there is an order.
pub(super) fn others(literal: &Literal, effort: Effort) -> Vec<(Literal, Option<Ordering>)> {
    let of = |value| Literal { ty: literal.ty, value, weight: 1 };
    if let Some(failing) = number(literal) {
        let numbers = numbers(literal.ty, failing, effort);
        let all = numbers
            .into_iter()
            .filter_map(|other| Some((with_number(literal.ty, other)?, Some(other.cmp(&failing)))));
        return all.collect();
    }
    let values: Vec<Literal> = match &literal.value {
        LiteralValue::F32(_) => {
            let floats = [0.0, 1.0, -1.0, 0.5, 2.0, 100.0, 1e30, f32::NAN, f32::INFINITY];
            floats.map(LiteralValue::F32).map(of).to_vec()
        }
        LiteralValue::F64(_) => {
            let floats = [0.0, 1.0, -1.0, 0.5, 2.0, 100.0, 1e300, f64::NAN, f64::INFINITY];
            floats.map(LiteralValue::F64).map(of).to_vec()
        }
        LiteralValue::Str(text) => texts(text).into_iter().map(LiteralValue::Str).map(of).collect(),
        LiteralValue::Bytes(_) => {
            let lengths = LENGTHS.map(|length| of(LiteralValue::Bytes(vec![1; length])));
            plain_values("&[u8]").into_iter().chain(lengths).collect()
        }
        _ => plain_values(literal_type_name(literal.ty)),
    };
    let is_other = |other: &Literal| other.value != literal.value;
    values.into_iter().filter(is_other).map(|other| (other, None)).collect()
}

/// The number that an integer literal is. Numbers above `i128::MAX` count as that.
pub(super) fn number(literal: &Literal) -> Option<i128> {
    match literal.value {
        LiteralValue::Signed(value) => Some(value),
        LiteralValue::Unsigned(value) => Some(i128::try_from(value).unwrap_or(i128::MAX)),
        _ => None,
    }
}

/// The integer literal of a type, if the type has the number.
pub(super) fn with_number(ty: LiteralType, number: i128) -> Option<Literal> {
    let (least, most) = ends(ty)?;
    let is_signed = least < 0;
    let fits = number >= least && u128::try_from(number).is_ok_and(|it| it <= most) || number < 0;
    let value = match is_signed {
        true => LiteralValue::Signed(number),
        false => LiteralValue::Unsigned(u128::try_from(number).ok()?),
    };
    (fits && number >= least).then_some(Literal { ty, value, weight: 1 })
}

/// Numbers around the failing one, ascending: plain ones, those near it, and the ends of the type.
fn numbers(ty: LiteralType, failing: i128, effort: Effort) -> Vec<i128> {
    let (least, most) = ends(ty).unwrap_or_default();
    let most = i128::try_from(most).unwrap_or(i128::MAX);
    let double = failing.saturating_mul(2);
    let mut all = match effort {
        Effort::Few => FEW.to_vec(),
        Effort::Many => {
            PLAIN.into_iter().chain([-1, -2, -10, -1000, least + 1, most / 2]).collect()
        }
    };
    all.extend([failing / 2, failing.saturating_sub(1), failing.saturating_add(1), double, most]);
    if effort == Effort::Many {
        all.extend([failing.saturating_add(10), failing.saturating_sub(10), most - 1, least]);
    }
    all.retain(|number| (least..=most).contains(number) && *number != failing);
    all.sort_unstable();
    all.dedup();
    all
}

/// Plain texts, longer ones, and the text cut and lengthened.
fn texts(failing: &str) -> Vec<String> {
    let mut all: Vec<String> =
        ["", "a", "ab", "abc", "0", "1", "10", "A", " ", "-", "é"].map(str::to_owned).to_vec();
    all.extend(LENGTHS.map(|length| "a".repeat(length)));
    all.push(format!("{failing}a"));
    all.push(format!("a{failing}"));
    all.push(failing.chars().skip(1).collect());
    all
}
