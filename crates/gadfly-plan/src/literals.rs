//! Values of primitive types to start from: boundaries, and what the subject's own text mentions.

use gadfly_wire::{Literal, LiteralType, LiteralValue};

use super::variants::variants;

/// The weight of an ordinary small value, against a boundary value.
const COMMON: u16 = 12;
const RARE: u16 = 2;
/// The weight of a large number from the subject's text: there may be many, and as sizes they are expensive.
const LARGE: u16 = 1;
/// Numbers above this are large.
const SMALL: u128 = 100;

/// Interesting distances from the end of a type's range: a few items or bytes are added to such numbers.
const NEAR_END: &[u8] = &[2, 3, 4, 5, 6, 7, 8, 15, 16, 63];

/// Floating-point numbers at which something changes.
const FLOATS: &[(f64, u16)] = &[
    (-0.0, RARE),
    (f64::NAN, RARE),
    (f64::INFINITY, RARE),
    (f64::NEG_INFINITY, RARE),
    (f64::MAX, RARE),
    (f64::MIN, LARGE),
    (f64::MIN_POSITIVE, RARE),
    (5e-324, LARGE),
    (f64::EPSILON, LARGE),
    (0.1, LARGE),
    (-0.5, LARGE),
    (1.5, LARGE),
    (2_147_483_648.0, LARGE),
    (9_007_199_254_740_993.0, LARGE),
    (9_223_372_036_854_775_808.0, LARGE),
    (18_446_744_073_709_551_616.0, LARGE),
];

/// Texts that are too long for buffers: what is repeated, and how often.
const LONG: &[(&str, usize)] =
    &[("a", 33), ("0", 40), ("9", 40), ("é", 70), ("a", 300), ("(", 200), ("a", 70_000)];

/// Characters that open a nested part of a text; some parsers return from it only at the end of the text.
const OPENING: &[char] = &['[', '(', '{', '<', '!', '-', '&', '*', '~', '>', '+'];
/// The nesting depth of a text: deep enough to exhaust the stack of a recursive parser.
const DEPTH: usize = 30_000;
/// The largest number of such texts: each takes long to read.
const MOST_OPENINGS: usize = 4;

/// The number of texts, and of variants of them, that are also given as bytes.
const AS_BYTES: usize = 40;

/// Texts, numbers and characters found in the subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mined {
    /// String literals.
    pub strings: Vec<String>,
    /// Byte strings.
    pub bytes: Vec<Vec<u8>>,
    /// Integer literals.
    pub integers: Vec<u128>,
    /// Floating-point literals.
    pub floats: Vec<f64>,
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
    for (value, weight) in FLOATS {
        add(LiteralType::F64, LiteralValue::F64(*value), *weight);
    }
    for value in [f32::MAX, f32::MIN, f32::MIN_POSITIVE, f32::EPSILON, 16_777_217.0] {
        add(LiteralType::F32, LiteralValue::F32(value), LARGE);
    }
    for (value, weight) in FLOATS.iter().filter(|(value, _)| !is_at_end_of_range(*value)) {
        add(LiteralType::F32, LiteralValue::F32(*value as f32), *weight);
    }
    for value in &mined.floats {
        add(LiteralType::F64, LiteralValue::F64(*value), LARGE);
        add(LiteralType::F32, LiteralValue::F32(*value as f32), LARGE);
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
    let varied = variants(&mined.strings);
    for value in &varied {
        add(LiteralType::Str, LiteralValue::Str(value.clone()), LARGE);
    }
    for (text, times) in LONG {
        add(LiteralType::Str, LiteralValue::Str(text.repeat(*times)), LARGE);
        add(LiteralType::Bytes, LiteralValue::Bytes(text.repeat(*times).into_bytes()), LARGE);
    }
    for opening in openings(mined) {
        let text = opening.to_string().repeat(DEPTH);
        add(LiteralType::Bytes, LiteralValue::Bytes(text.clone().into_bytes()), LARGE);
        add(LiteralType::Str, LiteralValue::Str(text), LARGE);
    }
    for value in [&b""[..], b"\0", b"a", b"\xff\xfe", b"abc", b"0123456789abcdef"] {
        add(LiteralType::Bytes, LiteralValue::Bytes(value.to_vec()), RARE);
    }
    for value in &mined.bytes {
        add(LiteralType::Bytes, LiteralValue::Bytes(value.clone()), RARE);
    }
    // Much text is read as bytes.
    for texts in [&mined.strings, &varied] {
        for value in texts.iter().step_by(texts.len().div_ceil(AS_BYTES).max(1)) {
            add(LiteralType::Bytes, LiteralValue::Bytes(value.clone().into_bytes()), LARGE);
        }
    }
    all
}

/// The opening characters in the subject's own texts and characters.
fn openings(mined: &Mined) -> impl Iterator<Item = char> + '_ {
    let is_used = |opening: &char| {
        mined.chars.contains(opening)
            || mined.strings.iter().any(|text| text.starts_with(*opening))
            || mined
                .bytes
                .iter()
                .any(|text| text.first().copied().map(char::from) == Some(*opening))
    };
    OPENING.iter().copied().filter(is_used).take(MOST_OPENINGS)
}

fn signed(bits: u32, mined: &[u128]) -> Vec<(i128, u16)> {
    let max = i128::MAX >> (128 - bits);
    let min = -max - 1;
    let mut values: Vec<(i128, u16)> =
        [0, 1, 2, 3, -1, 5, 10].into_iter().map(|value| (value, COMMON)).collect();
    for value in [-2, 7, 12, 64, 100, max, min, max - 1, min + 1] {
        push(&mut values, value, RARE);
    }
    for value in NEAR_END {
        push(&mut values, max - i128::from(*value), LARGE);
    }
    for power in powers(bits - 1) {
        for value in [power - 1, power, power + 1, -power, -power - 1] {
            push(&mut values, value, LARGE);
        }
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
    for value in NEAR_END {
        push(&mut values, max - u128::from(*value), LARGE);
    }
    for power in powers(bits).map(i128::unsigned_abs) {
        for value in [power - 1, power, power + 1] {
            push(&mut values, value, LARGE);
        }
    }
    for value in mined.iter().copied().filter(|value| *value <= max) {
        push(&mut values, value, mined_weight(value));
    }
    values
}

/// Powers of two below this many bits at which representations change.
fn powers(bits: u32) -> impl Iterator<Item = i128> {
    [7, 8, 15, 16, 31, 32, 63, 64]
        .into_iter()
        .filter(move |exponent| *exponent < bits)
        .map(|exponent| 1 << exponent)
}

/// Returns whether a number exists as `f64` alone, or is the end of its range.
fn is_at_end_of_range(value: f64) -> bool {
    value.is_finite() && value != 0.0 && f64::from(value as f32) != value
}

fn mined_weight(value: u128) -> u16 {
    if value <= SMALL { RARE } else { LARGE }
}

fn push<T: PartialEq>(values: &mut Vec<(T, u16)>, value: T, weight: u16) {
    if values.iter().all(|(known, _)| *known != value) {
        values.push((value, weight));
    }
}

/// A literal's type as it is written.
pub fn literal_type_name(ty: LiteralType) -> &'static str {
    match ty {
        LiteralType::Bool => "bool",
        LiteralType::Char => "char",
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
        LiteralType::Str => "&str",
        LiteralType::Bytes => "&[u8]",
        LiteralType::Unit => "()",
    }
}

/// A literal as source, its type written where it would not be inferred.
pub fn source(literal: &Literal) -> String {
    let suffix = literal_type_name(literal.ty);
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
        LiteralValue::Str(value) => match repeated(value.as_bytes()) {
            Some((part, times)) => {
                format!("&*{:?}.repeat({times}).leak()", &value[..part])
            }
            None => format!("{value:?}"),
        },
        LiteralValue::Bytes(value) => {
            if let Some((part, times)) = repeated(value) {
                return format!("&*b\"{}\".repeat({times}).leak()", value[..part].escape_ascii());
            }
            format!("&b\"{}\"[..]", value.escape_ascii())
        }
        LiteralValue::Unit => "()".to_owned(),
    }
}

/// The part that a long text consists of, by its length, and how often.
fn repeated(text: &[u8]) -> Option<(usize, usize)> {
    let part = (1..=4).find(|part| {
        text.len().is_multiple_of(*part) && text.chunks(*part).all(|chunk| *chunk == text[..*part])
    })?;
    (text.len() >= 33).then_some((part, text.len() / part))
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
    fn long_texts_are_written_as_repetitions() {
        let text = |value: &str| {
            source(&Literal {
                ty: LiteralType::Str,
                value: LiteralValue::Str(value.to_owned()),
                weight: 1,
            })
        };
        assert_eq!(text(&"é".repeat(70)), "&*\"é\".repeat(70).leak()");
        assert_eq!(text(&"a".repeat(32)), format!("{:?}", "a".repeat(32)));
        let all = literals(&Mined::default());
        assert!(all.iter().map(source).all(|source| source.len() < 60));
        let is_long = |literal: &Literal| matches!(&literal.value, LiteralValue::Str(text) if text.len() == 70_000);
        assert!(all.iter().any(is_long));
    }

    #[test]
    fn opening_characters_of_the_subject_are_nested_deeply() {
        let mined = Mined {
            strings: vec!["[1, 2]".to_owned(), "a(b)".to_owned()],
            chars: vec!['!'],
            ..Mined::default()
        };
        let deep = |opening: &str| {
            let text = LiteralValue::Str(opening.repeat(DEPTH));
            literals(&mined).iter().any(|literal| literal.value == text)
        };
        assert!(deep("[") && deep("!"));
        assert!(!deep("("), "nothing begins with it");
    }

    #[test]
    fn boundaries_lie_inside_the_range_of_their_type() {
        let all = literals(&Mined::default());
        let has = |ty, value| all.iter().any(|literal| literal.ty == ty && literal.value == value);
        assert!(has(LiteralType::Usize, LiteralValue::Unsigned(u128::from(u64::MAX) - 6)));
        assert!(has(LiteralType::I64, LiteralValue::Signed(1 << 32)));
        assert!(has(LiteralType::U8, LiteralValue::Unsigned(127)));
        for literal in &all {
            let fits = match (literal.ty, &literal.value) {
                (LiteralType::I8, LiteralValue::Signed(value)) => i8::try_from(*value).is_ok(),
                (LiteralType::U8, LiteralValue::Unsigned(value)) => u8::try_from(*value).is_ok(),
                (LiteralType::I16, LiteralValue::Signed(value)) => i16::try_from(*value).is_ok(),
                (LiteralType::U32, LiteralValue::Unsigned(value)) => u32::try_from(*value).is_ok(),
                (LiteralType::I64, LiteralValue::Signed(value)) => i64::try_from(*value).is_ok(),
                _ => true,
            };
            assert!(fits, "{literal:?}");
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
