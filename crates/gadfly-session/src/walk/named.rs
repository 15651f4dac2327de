//! Functions and parameters that the settings name: makers of arguments, and streams of values.

use std::collections::BTreeMap;

use gadfly_model::rust_path;
use gadfly_plan::prepared::{OperationOrigin, OperationRecord, Prepared};
use gadfly_wire::{Literal, LiteralType, LiteralValue};

use crate::error::CliError;
use crate::pipeline::WalkStream;
use crate::value_types::{literal_type, wanted};

/// The values of parameters, by function and position among its arguments without the receiver.
pub(super) type NamedStreams = BTreeMap<(u32, usize), Vec<Literal>>;

/// Returns whether a name is the path of a function, or its end.
pub(super) fn is_named(path: &str, name: &str) -> bool {
    path == name || path.ends_with(&format!("::{name}"))
}

/// The path of the function that an operation calls: the crate's, or a helper's.
pub(super) fn path_of<'p>(prepared: &'p Prepared, record: &'p OperationRecord) -> Option<&'p str> {
    match record.function {
        Some(id) => Some(&prepared.functions[id as usize].path),
        None if record.origin == OperationOrigin::Foreign => Some(record.body.split_once('(')?.0),
        None => None,
    }
}

/// Checks that there is a function for every generator.
pub(super) fn check_generators(prepared: &Prepared, names: &[String]) -> Result<(), CliError> {
    let is_known = |name: &&String| {
        let mut functions = prepared.functions.iter().filter(|function| function.callable);
        let mut calls = prepared.operations.iter().filter_map(|it| path_of(prepared, it));
        functions.any(|function| is_named(&function.path, name))
            || calls.any(|path| is_named(path, name))
    };
    match names.iter().find(|name| !is_known(name)) {
        None => Ok(()),
        Some(name) => Err(CliError::Usage {
            message: format!(
                "generators of [walk] in gadfly.toml names {name}, which cannot be called"
            ),
            help: Some(known(prepared, name)),
        }),
    }
}

/// The literals of the streams in the settings.
pub(super) fn named_streams(
    prepared: &Prepared,
    streams: &[WalkStream],
) -> Result<NamedStreams, CliError> {
    let mut named = NamedStreams::new();
    for WalkStream { parameter, values } in streams {
        let wrong = |message: String, help: String| CliError::Usage {
            message: format!("`{parameter}` of [walk.streams] in gadfly.toml {message}"),
            help: Some(help),
        };
        let (path, argument) = parameter.rsplit_once('.').unwrap_or((parameter, ""));
        let is_known = named.len();
        for operation in prepared.operations.iter().filter(|operation| operation.is_built) {
            let Some(id) = operation.function else { continue };
            let function = &prepared.functions[id as usize];
            let position = function.arguments.iter().position(|name| name == argument);
            let Some(position) = position.filter(|_| is_named(&function.path, path)) else {
                continue;
            };
            let receiver = usize::from(operation.is_method);
            let Some(record) = operation.parameters.get(position + receiver) else { continue };
            let Some(ty) = literal_type(&wanted(record)) else {
                let help = "name a function that makes it, with generators below [walk]".to_owned();
                return Err(wrong(format!("is a {}, not a plain value", record.ty), help));
            };
            let literals = values.iter().map(|text| literal(ty, text).ok_or(text));
            let literals: Result<Vec<Literal>, &String> = literals.collect();
            match literals {
                Ok(literals) if !literals.is_empty() => {
                    named.insert((id, position), literals);
                }
                Ok(_) => {
                    return Err(wrong("has no values".to_owned(), "list at least one".to_owned()));
                }
                Err(text) => {
                    let message = format!("has the value {text}, which is no {}", record.ty);
                    return Err(wrong(message, "write values of that type".to_owned()));
                }
            }
        }
        if named.len() == is_known {
            return Err(wrong("is no parameter of a function".to_owned(), known(prepared, path)));
        }
    }
    Ok(named)
}

/// The functions that a name might mean.
fn known(prepared: &Prepared, name: &str) -> String {
    let last = rust_path::last(name);
    let functions = prepared.functions.iter().filter(|function| function.callable);
    let alike = functions.filter(|function| function.path.ends_with(last));
    let alike: Vec<String> =
        alike.take(4).map(|it| format!("{}({})", it.path, it.arguments.join(", "))).collect();
    match alike.is_empty() {
        true => {
            "`cargo gadfly list` shows the functions of the crate and of its helpers".to_owned()
        }
        false => format!("there is {}", alike.join(", ")),
    }
}

/// A literal of a type from its text.
fn literal(ty: LiteralType, text: &str) -> Option<Literal> {
    let value = match ty {
        LiteralType::Bool => LiteralValue::Bool(text.parse().ok()?),
        LiteralType::Char => LiteralValue::Char(text.parse().ok()?),
        LiteralType::I8 => LiteralValue::Signed(text.parse::<i8>().ok()?.into()),
        LiteralType::I16 => LiteralValue::Signed(text.parse::<i16>().ok()?.into()),
        LiteralType::I32 => LiteralValue::Signed(text.parse::<i32>().ok()?.into()),
        LiteralType::I64 | LiteralType::Isize => {
            LiteralValue::Signed(text.parse::<i64>().ok()?.into())
        }
        LiteralType::I128 => LiteralValue::Signed(text.parse().ok()?),
        LiteralType::U8 => LiteralValue::Unsigned(text.parse::<u8>().ok()?.into()),
        LiteralType::U16 => LiteralValue::Unsigned(text.parse::<u16>().ok()?.into()),
        LiteralType::U32 => LiteralValue::Unsigned(text.parse::<u32>().ok()?.into()),
        LiteralType::U64 | LiteralType::Usize => {
            LiteralValue::Unsigned(text.parse::<u64>().ok()?.into())
        }
        LiteralType::U128 => LiteralValue::Unsigned(text.parse().ok()?),
        LiteralType::F32 => LiteralValue::F32(text.parse().ok()?),
        LiteralType::F64 => LiteralValue::F64(text.parse().ok()?),
        LiteralType::Str => LiteralValue::Str(text.to_owned()),
        LiteralType::Bytes => LiteralValue::Bytes(text.as_bytes().to_vec()),
        LiteralType::Unit => return None,
    };
    Some(Literal { ty, value, weight: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_literals_of_their_type() {
        let value = |ty, text| literal(ty, text).map(|literal| literal.value);
        assert_eq!(value(LiteralType::Usize, "3"), Some(LiteralValue::Unsigned(3)));
        assert_eq!(value(LiteralType::U8, "300"), None);
        assert_eq!(value(LiteralType::I8, "-1"), Some(LiteralValue::Signed(-1)));
        assert_eq!(value(LiteralType::Str, "a b"), Some(LiteralValue::Str("a b".to_owned())));
        assert_eq!(value(LiteralType::Bool, "1"), None);
    }

    #[test]
    fn names_are_ends_of_paths() {
        assert!(is_named("stack::Stack::with_limit", "Stack::with_limit"));
        assert!(is_named("known", "known"));
        assert!(!is_named("stack::OtherStack::with_limit", "Stack::with_limit"));
    }
}
