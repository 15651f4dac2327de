//! A value as a literal, read off what it looks like.

use gadfly_wire::{Literal, LiteralType, LiteralValue};

/// Longer texts are not worth writing down.
const LONGEST: usize = 80;

/// Returns whether values of a type are literals, or made of one by a single call.
pub(super) fn is_literal(ty: &str) -> bool {
    let others = ["bool", "char", "f32", "f64", "&str", "&[u8]", "std::string::String"];
    let numbers = ["8", "16", "32", "64", "128", "size"];
    others.contains(&ty) || ty.strip_prefix(['u', 'i']).is_some_and(|bits| numbers.contains(&bits))
}

/// The literal that stands for a value of a primitive type or a text, by the value's `Debug` form.
pub(super) fn written(ty: &str, debug: &str) -> Option<Literal> {
    let unsigned = |ty| Some((ty, LiteralValue::Unsigned(debug.parse().ok()?)));
    let signed = |ty| Some((ty, LiteralValue::Signed(debug.parse().ok()?)));
    let (ty, value) = match ty {
        "u8" => unsigned(LiteralType::U8)?,
        "u16" => unsigned(LiteralType::U16)?,
        "u32" => unsigned(LiteralType::U32)?,
        "u64" => unsigned(LiteralType::U64)?,
        "u128" => unsigned(LiteralType::U128)?,
        "usize" => unsigned(LiteralType::Usize)?,
        "i8" => signed(LiteralType::I8)?,
        "i16" => signed(LiteralType::I16)?,
        "i32" => signed(LiteralType::I32)?,
        "i64" => signed(LiteralType::I64)?,
        "i128" => signed(LiteralType::I128)?,
        "isize" => signed(LiteralType::Isize)?,
        "f32" => (LiteralType::F32, LiteralValue::F32(debug.parse().ok()?)),
        "f64" => (LiteralType::F64, LiteralValue::F64(debug.parse().ok()?)),
        "bool" => (LiteralType::Bool, LiteralValue::Bool(debug.parse().ok()?)),
        "char" => {
            let value = syn::parse_str::<syn::LitChar>(debug).ok()?.value();
            (LiteralType::Char, LiteralValue::Char(value))
        }
        "&str" | "std::string::String" => {
            let value = syn::parse_str::<syn::LitStr>(debug).ok()?.value();
            (LiteralType::Str, LiteralValue::Str(value))
        }
        _ => return None,
    };
    let is_short = !matches!(&value, LiteralValue::Str(text) if text.len() > LONGEST);
    is_short.then_some(Literal { ty, value, weight: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_characters_and_texts_are_read_off_what_they_look_like() {
        let value = |ty: &str, debug: &str| written(ty, debug).map(|literal| literal.value);
        assert_eq!(value("u8", "12"), Some(LiteralValue::Unsigned(12)));
        assert_eq!(value("i64", "-7"), Some(LiteralValue::Signed(-7)));
        assert_eq!(value("char", "'\\n'"), Some(LiteralValue::Char('\n')));
        let text = Some(LiteralValue::Str("a\"\u{301}".to_owned()));
        assert_eq!(value("&str", &format!("{:?}", "a\"\u{301}")), text);
        assert_eq!(value("std::string::String", &format!("{:?}", "a\"\u{301}")), text);
        assert_eq!(value("u8", "Point { x: 1 }"), None);
        assert_eq!(value("k::Meters", "12"), None);
        assert!(is_literal("usize") && is_literal("i128") && !is_literal("unit"));
        assert_eq!(value("&str", &format!("{:?}", "x".repeat(LONGEST + 1))), None);
    }
}
