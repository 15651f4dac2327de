//! Values that can be written down.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::record::Value;

/// A value that can be written down, whatever type it is needed at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Literal {
    /// `()`.
    Unit,
    /// A truth value.
    Bool(bool),
    /// An integer in decimal digits; its type may be larger than what readers of JSON support.
    Integer(String),
    /// The bits of an `f32`.
    Float32(u32),
    /// The bits of an `f64`.
    Float64(u64),
    /// A character.
    Char(char),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A variant of an enum without fields.
    Variant(String),
    /// `None`.
    None,
    /// `Some`.
    Some(Box<Self>),
    /// `Ok`.
    Ok(Box<Self>),
    /// `Err`.
    Err(Box<Self>),
    /// A tuple.
    Tuple(Vec<Self>),
    /// A list.
    List(Vec<Self>),
}

impl Literal {
    /// The literal for a logged value, unless some part of it is an object or was cut off.
    pub fn of(value: &Value) -> Option<Self> {
        let boxed = |value: &Value| Some(Box::new(Self::of(value)?));
        let all = |values: &[Value]| values.iter().map(Self::of).collect::<Option<Vec<Self>>>();
        Some(match value {
            Value::Unit => Self::Unit,
            Value::Bool(value) => Self::Bool(*value),
            Value::Signed(value) => Self::Integer(value.to_string()),
            Value::Unsigned(value) => Self::Integer(value.to_string()),
            Value::Float32(bits) => Self::Float32(*bits),
            Value::Float64(bits) => Self::Float64(*bits),
            Value::Char(value) => Self::Char(*value),
            Value::Text { text, is_whole: true } => Self::Text(text.clone()),
            Value::Bytes { bytes, is_whole: true } => Self::Bytes(bytes.clone()),
            Value::None => Self::None,
            Value::Some(value) => Self::Some(boxed(value)?),
            Value::Ok(value) => Self::Ok(boxed(value)?),
            Value::Err(value) => Self::Err(boxed(value)?),
            Value::Tuple(values) => Self::Tuple(all(values)?),
            Value::List { items, is_whole: true } => Self::List(all(items)?),
            Value::Shared(value) | Value::Mutable(value) | Value::Boxed(value) => Self::of(value)?,
            Value::Object(object) => {
                let text = object.text.as_ref().filter(|text| is_name(text));
                Self::Variant(text.filter(|_| object.id.is_none())?.clone())
            }
            Value::Text { .. } | Value::Bytes { .. } | Value::List { .. } | Value::Omitted => {
                return None;
            }
        })
    }
}

/// Returns whether a `Debug` text is the name of a variant.
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic())
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

impl fmt::Display for Literal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |out: &mut fmt::Formatter<'_>, items: &[Self]| {
            for (index, item) in items.iter().enumerate() {
                let comma = if index == 0 { "" } else { ", " };
                write!(out, "{comma}{item}")?;
            }
            Ok(())
        };
        match self {
            Self::Unit => out.write_str("()"),
            Self::Bool(value) => write!(out, "{value}"),
            Self::Integer(text) | Self::Variant(text) => out.write_str(text),
            Self::Float32(bits) => write!(out, "{:?}", f32::from_bits(*bits)),
            Self::Float64(bits) => write!(out, "{:?}", f64::from_bits(*bits)),
            Self::Char(value) => write!(out, "{value:?}"),
            Self::Text(text) => write!(out, "{text:?}"),
            Self::Bytes(bytes) => write!(out, "b\"{}\"", bytes.escape_ascii()),
            Self::None => out.write_str("None"),
            Self::Some(value) => write!(out, "Some({value})"),
            Self::Ok(value) => write!(out, "Ok({value})"),
            Self::Err(value) => write!(out, "Err({value})"),
            Self::Tuple(items) => {
                out.write_str("(")?;
                all(out, items)?;
                out.write_str(")")
            }
            Self::List(items) => {
                out.write_str("[")?;
                all(out, items)?;
                out.write_str("]")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_written_as_source() {
        let text = Value::Text { text: "a\"b".to_owned(), is_whole: true };
        let list = Value::List { items: vec![Value::Signed(-3), Value::Signed(4)], is_whole: true };
        let float = Value::Shared(Box::new(Value::Float64(1.5_f64.to_bits())));
        let value = Value::Tuple(vec![Value::Some(Box::new(text)), list, float]);
        let literal = Literal::of(&value).expect("a literal");
        assert_eq!(literal.to_string(), "(Some(\"a\\\"b\"), [-3, 4], 1.5)");
        let json = serde_json::to_string(&literal).expect("JSON");
        assert_eq!(serde_json::from_str::<Literal>(&json).expect("a literal"), literal);
    }

    #[test]
    fn cut_values_are_no_literals() {
        let cut = Value::Text { text: "start".to_owned(), is_whole: false };
        assert_eq!(Literal::of(&Value::Some(Box::new(cut))), None);
        assert_eq!(Literal::of(&Value::Omitted), None);
    }
}
