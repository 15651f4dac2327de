//! Types of variables and parameters in a harness, as source.

use gadfly_plan::prepared::{ParameterMode, ParameterRecord};
use gadfly_wire::LiteralType;

/// The type of literals that serve an argument of this type.
pub(crate) fn literal_type(ty: &str) -> Option<LiteralType> {
    Some(match ty {
        "bool" => LiteralType::Bool,
        "char" => LiteralType::Char,
        "i8" => LiteralType::I8,
        "i16" => LiteralType::I16,
        "i32" => LiteralType::I32,
        "i64" => LiteralType::I64,
        "i128" => LiteralType::I128,
        "isize" => LiteralType::Isize,
        "u8" => LiteralType::U8,
        "u16" => LiteralType::U16,
        "u32" => LiteralType::U32,
        "u64" => LiteralType::U64,
        "u128" => LiteralType::U128,
        "usize" => LiteralType::Usize,
        "f32" => LiteralType::F32,
        "f64" => LiteralType::F64,
        "&str" => LiteralType::Str,
        "&[u8]" => LiteralType::Bytes,
        "()" => LiteralType::Unit,
        _ => return None,
    })
}

/// The type of a variable that serves a parameter.
pub(crate) fn wanted(parameter: &ParameterRecord) -> String {
    match parameter.mode {
        ParameterMode::Value | ParameterMode::Shared | ParameterMode::Exclusive => {
            parameter.ty.clone()
        }
        ParameterMode::SharedUnsized => format!("&{}", parameter.ty),
        ParameterMode::ExclusiveUnsized => format!("&mut {}", parameter.ty),
    }
}

/// Returns whether a type is what success of another holds.
pub(crate) fn takes_out(outer: &str, inner: &str) -> bool {
    let fits = |head: &str, end: &str| {
        outer
            .strip_prefix(head)
            .and_then(|rest| rest.strip_prefix(inner))
            .is_some_and(|rest| rest.starts_with(end))
    };
    fits("std::result::Result<", ", ") || fits("std::option::Option<", ">")
}
