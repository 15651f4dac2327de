//! The streams that arguments of primitive types come from: quasi-unique, and the same in every sequence.
//!
//! | type | stream |
//! |---|---|
//! | integers | 0, 1, 2, … |
//! | sizes that constructors ask for | 8, 9, 10, … |
//! | `bool` | `false`, `true`, … |
//! | `char` | `'a'`, `'b'`, … |
//! | floating-point numbers | 0.5, 1.5, 2.5, … |
//! | `&str` | `"a"`, `"b"`, … `"z"`, `"a1"`, … |
//! | `&[u8]` | `b"a"`, `b"ab"`, `b"abc"`, … |
//!
//! Each is sixty-four values long and starts again after that.

use gadfly_wire::{Literal, LiteralType, LiteralValue};

use crate::value_types::literal_type;

/// How long a stream is.
const LENGTH: u8 = 64;
/// Where sizes start.
const FIRST_SIZE: u8 = 8;

/// The stream of a type, if it is primitive; sizes have a stream of their own.
pub(super) fn stream(ty: &str, is_size: bool) -> Option<Vec<Literal>> {
    let literal_type = literal_type(ty)?;
    let first = if is_size { FIRST_SIZE } else { 0 };
    let length = match literal_type {
        LiteralType::Bool => 2,
        LiteralType::Unit => 1,
        _ => LENGTH,
    };
    let values = (0..length).map(|number| value(literal_type, number, first + number));
    Some(values.map(|value| Literal { ty: literal_type, value, weight: 1 }).collect())
}

fn value(ty: LiteralType, number: u8, integer: u8) -> LiteralValue {
    match ty {
        LiteralType::Bool => LiteralValue::Bool(number == 1),
        LiteralType::Char => LiteralValue::Char(letter(number)),
        LiteralType::I8
        | LiteralType::I16
        | LiteralType::I32
        | LiteralType::I64
        | LiteralType::I128
        | LiteralType::Isize => LiteralValue::Signed(integer.into()),
        LiteralType::U8
        | LiteralType::U16
        | LiteralType::U32
        | LiteralType::U64
        | LiteralType::U128
        | LiteralType::Usize => LiteralValue::Unsigned(integer.into()),
        LiteralType::F32 => LiteralValue::F32(f32::from(number) + 0.5),
        LiteralType::F64 => LiteralValue::F64(f64::from(number) + 0.5),
        LiteralType::Str => {
            let turn = number / 26;
            let more = if turn == 0 { String::new() } else { turn.to_string() };
            LiteralValue::Str(format!("{}{more}", letter(number)))
        }
        LiteralType::Bytes => LiteralValue::Bytes((0..=number).map(|at| b'a' + at % 26).collect()),
        LiteralType::Unit => LiteralValue::Unit,
    }
}

fn letter(number: u8) -> char {
    char::from(b'a' + number % 26)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_plan::literals::source;

    fn first(ty: &str, is_size: bool) -> Vec<String> {
        stream(ty, is_size).expect("a primitive type").iter().take(3).map(source).collect()
    }

    #[test]
    fn streams_are_as_documented() {
        assert_eq!(first("usize", false), ["0usize", "1usize", "2usize"]);
        assert_eq!(first("usize", true), ["8usize", "9usize", "10usize"]);
        assert_eq!(first("bool", false), ["false", "true"]);
        assert_eq!(first("&str", false), ["\"a\"", "\"b\"", "\"c\""]);
        assert_eq!(first("char", false), ["'a'", "'b'", "'c'"]);
        assert_eq!(first("&[u8]", false), ["&b\"a\"[..]", "&b\"ab\"[..]", "&b\"abc\"[..]"]);
        assert_eq!(stream("&str", false).expect("texts")[26].value, LiteralValue::Str("a1".into()));
        assert_eq!(stream("url::Url", false), None);
    }
}
