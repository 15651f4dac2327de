//! Third phase: simpler literals.

use gadfly_wire::{Literal, LiteralType, LiteralValue};

/// Single characters of a text that are tried one by one.
const MOST_CHARS: usize = 24;

/// Simpler values of the same type to try, the boldest first.
pub(super) fn simpler(literal: &Literal) -> Vec<Literal> {
    let values: Vec<LiteralValue> = match &literal.value {
        LiteralValue::Bool(true) => vec![LiteralValue::Bool(false)],
        LiteralValue::Bool(false) | LiteralValue::Unit => Vec::new(),
        LiteralValue::Char(value) => {
            let plain = ['a', '0', ' '];
            let position = plain.iter().position(|c| c == value).unwrap_or(plain.len());
            plain[..position].iter().map(|c| LiteralValue::Char(*c)).collect()
        }
        LiteralValue::Signed(value) => signed(*value).map(LiteralValue::Signed).collect(),
        LiteralValue::Unsigned(value) => unsigned(*value).map(LiteralValue::Unsigned).collect(),
        LiteralValue::F32(value) => floats(f64::from(*value))
            .into_iter()
            .map(|value| LiteralValue::F32(value as f32))
            .collect(),
        LiteralValue::F64(value) => floats(*value).into_iter().map(LiteralValue::F64).collect(),
        LiteralValue::Str(value) => {
            let chars: Vec<char> = value.chars().collect();
            let texts = shorter(&chars, ['a', 'b'], |c| complexity(*c)).into_iter();
            texts.map(|chars| LiteralValue::Str(chars.into_iter().collect())).collect()
        }
        LiteralValue::Bytes(value) => shorter(value, [0, 1], |byte| u32::from(*byte))
            .into_iter()
            .map(LiteralValue::Bytes)
            .collect(),
    };
    let mut found: Vec<Literal> = Vec::new();
    for value in values {
        let simpler = Literal { ty: literal.ty, value, weight: 1 };
        let is_new = weight(&simpler) < weight(literal) && !found.contains(&simpler);
        if is_new && fits(&simpler) {
            found.push(simpler);
        }
    }
    found
}

/// Returns whether a number is one of its type: the least has no counterpart above zero.
fn fits(literal: &Literal) -> bool {
    let LiteralValue::Signed(value) = literal.value else { return true };
    let max: i128 = match literal.ty {
        LiteralType::I8 => i8::MAX.into(),
        LiteralType::I16 => i16::MAX.into(),
        LiteralType::I32 => i32::MAX.into(),
        LiteralType::I64 | LiteralType::Isize => i64::MAX.into(),
        _ => i128::MAX,
    };
    (-max - 1..=max).contains(&value)
}

/// The distance of a literal from the one that a person would write first.
pub(super) fn weight(literal: &Literal) -> u128 {
    match &literal.value {
        LiteralValue::Bool(value) => u128::from(*value),
        LiteralValue::Char(value) => u128::from(complexity(*value)),
        LiteralValue::Signed(value) => {
            value.unsigned_abs().saturating_mul(2).saturating_add(u128::from(*value < 0))
        }
        LiteralValue::Unsigned(value) => value.saturating_mul(2),
        LiteralValue::F32(value) => float_weight(f64::from(*value)),
        LiteralValue::F64(value) => float_weight(*value),
        LiteralValue::Str(value) => value.chars().map(|c| 1000 + u128::from(complexity(c))).sum(),
        LiteralValue::Bytes(value) => value.iter().map(|byte| 1000 + u128::from(*byte)).sum(),
        LiteralValue::Unit => 0,
    }
}

fn signed(value: i128) -> impl Iterator<Item = i128> {
    let halves = std::iter::successors(Some(value / 2), |half| (*half != 0).then(|| half / 2));
    [0, 1, -1, 2].into_iter().chain(value.checked_neg()).chain(halves.take(8)).chain(nearer(value))
}

/// Numbers between a number and zero: half of the way, a quarter, and so on, so that a bound is found in few steps.
fn nearer(value: i128) -> impl Iterator<Item = i128> {
    let steps = std::iter::successors(Some(value / 2), |step| (*step != 0).then(|| step / 2));
    steps.take_while(|step| *step != 0).chain([value.signum()]).map(move |step| value - step)
}

fn unsigned(value: u128) -> impl Iterator<Item = u128> {
    let halves = std::iter::successors(Some(value / 2), |half| (*half != 0).then(|| half / 2));
    let steps = std::iter::successors(Some(value / 2), |step| (*step != 0).then(|| step / 2));
    let steps = steps.take_while(|step| *step != 0).chain([1]);
    let nearer = steps.map(move |step| value.saturating_sub(step));
    [0, 1, 2].into_iter().chain(halves.take(8)).chain(nearer)
}

fn floats(value: f64) -> Vec<f64> {
    vec![0.0, 1.0, -1.0, 0.5, value.trunc(), value / 2.0]
}

fn float_weight(value: f64) -> u128 {
    if value == 0.0 && value.is_sign_positive() {
        0
    } else if !value.is_finite() {
        u128::from(u64::MAX)
    } else {
        // Whole numbers before fractions, small before large.
        let fraction = if value.fract() == 0.0 { 0 } else { 1_000_000 };
        (value.abs() * 2.0).min(1e18) as u128 + 1 + fraction + u128::from(value < 0.0)
    }
}

/// Parts of a text, and the text with single elements plain.
fn shorter<T: Clone>(items: &[T], plains: [T; 2], weight: impl Fn(&T) -> u32) -> Vec<Vec<T>> {
    let mut found = vec![Vec::new()];
    let mut width = items.len() / 2;
    while width >= 1 {
        for start in (0..items.len()).step_by(width).take(MOST_CHARS) {
            let end = (start + width).min(items.len());
            found.push([&items[..start], &items[end..]].concat());
        }
        width /= 2;
    }
    for (index, item) in items.iter().enumerate().take(MOST_CHARS) {
        if weight(item) > weight(&plains[0]) {
            for plain in [&plains[0], &plains[1]] {
                let mut changed = items.to_vec();
                changed[index] = plain.clone();
                found.push(changed);
            }
        }
    }
    found
}

fn complexity(c: char) -> u32 {
    match c {
        'a' => 0,
        'b'..='z' => 1,
        '0'..='9' => 2,
        'A'..='Z' => 3,
        ' '..='~' => 4,
        _ => 5 + (c as u32).min(500),
    }
}

/// Values to try in the place of a call that yields this type; none for types without literals.
pub(super) fn plain_values(ty: &str) -> Vec<Literal> {
    let literal = |ty, value| Literal { ty, value, weight: 1 };
    let unsigned = |ty, max: u128| -> Vec<Literal> {
        let values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 16, 32, 64, 100, max];
        values.into_iter().map(|value| literal(ty, LiteralValue::Unsigned(value))).collect()
    };
    let signed = |ty, max: i128| -> Vec<Literal> {
        let values = [0, 1, -1, 2, 3, 4, 5, 10, 64, 100, max, -max - 1];
        values.into_iter().map(|value| literal(ty, LiteralValue::Signed(value))).collect()
    };
    match ty {
        "u8" => unsigned(LiteralType::U8, u8::MAX.into()),
        "u16" => unsigned(LiteralType::U16, u16::MAX.into()),
        "u32" => unsigned(LiteralType::U32, u32::MAX.into()),
        "u64" => unsigned(LiteralType::U64, u64::MAX.into()),
        "usize" => unsigned(LiteralType::Usize, u64::MAX.into()),
        "i8" => signed(LiteralType::I8, i8::MAX.into()),
        "i16" => signed(LiteralType::I16, i16::MAX.into()),
        "i32" => signed(LiteralType::I32, i32::MAX.into()),
        "i64" => signed(LiteralType::I64, i64::MAX.into()),
        "isize" => signed(LiteralType::Isize, i64::MAX.into()),
        "&[u8]" => [&b""[..], b"a", b"\0", b"\xff", b"abc", b"0123456789abcdef"]
            .map(|value| literal(LiteralType::Bytes, LiteralValue::Bytes(value.to_vec())))
            .to_vec(),
        "bool" => [false, true]
            .map(|value| literal(LiteralType::Bool, LiteralValue::Bool(value)))
            .to_vec(),
        "char" => ['a', '0', 'é']
            .map(|value| literal(LiteralType::Char, LiteralValue::Char(value)))
            .to_vec(),
        "&str" => ["", "a", "é"]
            .map(|value| literal(LiteralType::Str, LiteralValue::Str(value.to_owned())))
            .to_vec(),
        _ => Vec::new(),
    }
}

/// Returns whether a literal of this type is worth shrinking at all.
pub(super) fn can_shrink(ty: LiteralType) -> bool {
    ty != LiteralType::Unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_has_no_counterpart() {
        let of = |value: i128| Literal {
            ty: LiteralType::I16,
            value: LiteralValue::Signed(value),
            weight: 1,
        };
        let least = simpler(&of(i16::MIN.into()));
        assert!(least.contains(&of(i128::from(i16::MIN) + 1)), "{least:?}");
        assert!(!least.contains(&of(-i128::from(i16::MIN))), "{least:?}");
        assert!(simpler(&of(-7)).contains(&of(7)));
    }
}
