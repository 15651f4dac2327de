//! Values of primitive types to start from: boundaries, and what the subject's own text mentions.

use gadfly_wire::{Literal, LiteralType, LiteralValue};

/// How often an ordinary small value is taken, against a boundary value.
const COMMON: u16 = 12;
const RARE: u16 = 2;
/// How often a large number from the subject's text is taken: there may be many, and as sizes they are dear.
const LARGE: u16 = 1;
/// Numbers above this are large.
const SMALL: u128 = 100;

/// Texts, numbers and characters found in the subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mined {
    /// String literals.
    pub strings: Vec<String>,
    /// Byte strings.
    pub bytes: Vec<Vec<u8>>,
    /// Integer literals.
    pub integers: Vec<u128>,
    /// Characters.
    pub chars: Vec<char>,
}

/// All literals, in a stable order.
pub fn literals(mined: &Mined) -> Vec<Literal> {
    let mut all = Vec::new();
    let mut add = |ty, value, weight| all.push(Literal { ty, value, weight });
    for value in [false, true] {
        add(LiteralType::Bool, LiteralValue::Bool(value), COMMON);
    }
    add(LiteralType::Unit, LiteralValue::Unit, COMMON);
    for (ty, bits) in [
        (LiteralType::I8, 8),
        (LiteralType::I16, 16),
        (LiteralType::I32, 32),
        (LiteralType::I64, 64),
        (LiteralType::I128, 128),
        (LiteralType::Isize, 64),
    ] {
        for (value, weight) in signed(bits, &mined.integers) {
            add(ty, LiteralValue::Signed(value), weight);
        }
    }
    for (ty, bits) in [
        (LiteralType::U8, 8),
        (LiteralType::U16, 16),
        (LiteralType::U32, 32),
        (LiteralType::U64, 64),
        (LiteralType::U128, 128),
        (LiteralType::Usize, 64),
    ] {
        for (value, weight) in unsigned(bits, &mined.integers) {
            add(ty, LiteralValue::Unsigned(value), weight);
        }
    }
    for value in [0.0, 1.0, -1.0, 0.5, 2.0, 10.0] {
        add(LiteralType::F64, LiteralValue::F64(value), COMMON);
        add(LiteralType::F32, LiteralValue::F32(value as f32), COMMON);
    }
    for value in [-0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE] {
        add(LiteralType::F64, LiteralValue::F64(value), RARE);
    }
    for value in [-0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE] {
        add(LiteralType::F32, LiteralValue::F32(value), RARE);
    }
    for value in ['a', 'b', '0', ' ', '-', 'A', 'é', 'ß', '\0', '\n', '\u{10ffff}'] {
        add(LiteralType::Char, LiteralValue::Char(value), RARE);
    }
    for value in &mined.chars {
        add(LiteralType::Char, LiteralValue::Char(*value), RARE);
    }
    for value in ["", "a", "ab", "0", "1", "a b", "é", "ß", "-1", "\n", "aé漢🦀"] {
        add(LiteralType::Str, LiteralValue::Str(value.to_owned()), RARE);
    }
    for value in &mined.strings {
        add(LiteralType::Str, LiteralValue::Str(value.clone()), RARE);
    }
    for value in [&b""[..], b"\0", b"a", b"\xff\xfe", b"abc", b"0123456789abcdef"] {
        add(LiteralType::Bytes, LiteralValue::Bytes(value.to_vec()), RARE);
    }
    for value in &mined.bytes {
        add(LiteralType::Bytes, LiteralValue::Bytes(value.clone()), RARE);
    }
    all
}

fn signed(bits: u32, mined: &[u128]) -> Vec<(i128, u16)> {
    let max = i128::MAX >> (128 - bits);
    let min = -max - 1;
    let mut values: Vec<(i128, u16)> =
        [0, 1, 2, 3, -1, 5, 10].into_iter().map(|value| (value, COMMON)).collect();
    for value in [-2, 7, 12, 64, 100, max, min, max - 1, min + 1] {
        push(&mut values, value, RARE);
    }
    for value in mined.iter().filter_map(|value| i128::try_from(*value).ok()) {
        if value <= max {
            push(&mut values, value, mined_weight(value.unsigned_abs()));
        }
    }
    values
}

fn unsigned(bits: u32, mined: &[u128]) -> Vec<(u128, u16)> {
    let max = u128::MAX >> (128 - bits);
    let mut values: Vec<(u128, u16)> =
        [0, 1, 2, 3, 4, 5, 10].into_iter().map(|value| (value, COMMON)).collect();
    for value in [7, 8, 12, 31, 32, 33, 63, 64, 65, 100, max, max - 1] {
        push(&mut values, value, RARE);
    }
    for value in mined.iter().copied().filter(|value| *value <= max) {
        push(&mut values, value, mined_weight(value));
    }
    values
}

fn mined_weight(value: u128) -> u16 {
    if value <= SMALL { RARE } else { LARGE }
}

fn push<T: PartialEq>(values: &mut Vec<(T, u16)>, value: T, weight: u16) {
    if values.iter().all(|(known, _)| *known != value) {
        values.push((value, weight));
    }
}

/// A literal as source, its type written where it would not be inferred.
pub fn source(literal: &Literal) -> String {
    let suffix = match literal.ty {
        LiteralType::I8 => "i8",
        LiteralType::I16 => "i16",
        LiteralType::I32 => "i32",
        LiteralType::I64 => "i64",
        LiteralType::I128 => "i128",
        LiteralType::Isize => "isize",
        LiteralType::U8 => "u8",
        LiteralType::U16 => "u16",
        LiteralType::U32 => "u32",
        LiteralType::U64 => "u64",
        LiteralType::U128 => "u128",
        LiteralType::Usize => "usize",
        LiteralType::F32 => "f32",
        LiteralType::F64 => "f64",
        _ => "",
    };
    match &literal.value {
        LiteralValue::Bool(value) => value.to_string(),
        LiteralValue::Char(value) => format!("{value:?}"),
        LiteralValue::Signed(value) => {
            let lowest = literal.ty != LiteralType::I128 || *value != i128::MIN;
            if lowest { format!("{value}{suffix}") } else { "i128::MIN".to_owned() }
        }
        LiteralValue::Unsigned(value) => format!("{value}{suffix}"),
        LiteralValue::F32(value) => float(f64::from(*value), value.is_nan(), suffix),
        LiteralValue::F64(value) => float(*value, value.is_nan(), suffix),
        LiteralValue::Str(value) => format!("{value:?}"),
        LiteralValue::Bytes(value) => {
            let escaped: String = value
                .iter()
                .flat_map(|byte| std::ascii::escape_default(*byte))
                .map(char::from)
                .collect();
            format!("&b\"{escaped}\"[..]")
        }
        LiteralValue::Unit => "()".to_owned(),
    }
}

fn float(value: f64, is_nan: bool, suffix: &str) -> String {
    if is_nan {
        format!("{suffix}::NAN")
    } else if value.is_infinite() {
        format!("{suffix}::{}", if value > 0.0 { "INFINITY" } else { "NEG_INFINITY" })
    } else {
        format!("{value:?}{suffix}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_valid_rust_of_the_right_type() {
        let mined = Mined {
            strings: vec!["quo\"te\\".to_owned()],
            integers: vec![400],
            ..Mined::default()
        };
        for literal in literals(&mined) {
            let text = source(&literal);
            syn::parse_str::<syn::Expr>(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    }

    #[test]
    fn mined_numbers_go_where_they_fit() {
        let mined = Mined { integers: vec![400], ..Mined::default() };
        let of = |ty| {
            let all = literals(&mined);
            all.iter().filter(|literal| literal.ty == ty).any(|literal| {
                matches!(literal.value, LiteralValue::Unsigned(400) | LiteralValue::Signed(400))
            })
        };
        assert!(of(LiteralType::U16) && of(LiteralType::I32));
        assert!(!of(LiteralType::U8) && !of(LiteralType::I8));
    }
}
