//! Exact output can be read back: `to_bytes` and `from_bytes`, `encode` and `decode`, `into_parts` and `from_parts`.

use gadfly_model::{Prim, Ty};

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, Take, TypeMethods, arguments_of, base};

/// Representations that say everything about a value. (A number of seconds does not.)
const EXACT: &[&str] = &[
    "bits",
    "bytes",
    "le_bytes",
    "be_bytes",
    "ne_bytes",
    "bytes_le",
    "bytes_be",
    "bytes_ne",
    "raw",
    "parts",
    "raw_parts",
    "fields",
    "fields_le",
    "slice",
    "vec",
    "array",
    "boxed_slice",
    "tuple",
    "hex",
    "base64",
    "json",
    "string",
    "str",
    "u64_pair",
    "bit_vec",
];

/// Other pairs of names, first writing, then reading.
const PAIRS: &[(&str, &str)] =
    &[("encode", "decode"), ("serialize", "deserialize"), ("pack", "unpack")];

/// Words of documentation that say that something is lost on the way.
const LOSSY: &[&str] =
    &["lossy", "lose", "loss", "pad", "truncat", "round", "approx", "normali", "canonical"];

/// States it of every pair of functions whose types line up.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if !type_methods.has("std::cmp::Eq") {
        return found;
    }
    for reader in type_methods.methods().iter().filter(|method| method.take == Take::Nothing) {
        let [parameter] = reader.inputs.as_slice() else { continue };
        let name = &*reader.function.name;
        let writers: Vec<String> = match name.strip_prefix("from_") {
            Some(what) if EXACT.contains(&what) => {
                vec![format!("to_{what}"), format!("as_{what}"), format!("into_{what}")]
            }
            _ => {
                let pairs = PAIRS.iter().filter(|(_, read)| *read == name);
                pairs.map(|(write, _)| (*write).to_owned()).collect()
            }
        };
        let writer = writers.iter().find_map(|name| {
            type_methods.named(name).find(|method| {
                method.take != Take::Mut && method.take != Take::Nothing && method.inputs.is_empty()
            })
        });
        let Some(writer) = writer else { continue };
        if !writer.is_hedged(LOSSY) && !reader.is_hedged(LOSSY) {
            found.extend(statement(type_methods, writer, reader, parameter));
        }
    }
    found
}

fn statement<'k>(
    type_methods: &TypeMethods<'_>,
    writer: &'k Method<'k>,
    reader: &'k Method<'k>,
    parameter: &Ty,
) -> Option<Statement<'k>> {
    if writer.take == Take::Val && !type_methods.is_clone() {
        return None;
    }
    let by_reference = match (parameter, &writer.output) {
        (left, right) if left == right => false,
        (Ty::Ref { mutable: false, inner, .. }, right) if **inner == *right => true,
        (Ty::Ref { mutable: false, inner, .. }, right) if is_slice_of(right, inner) => true,
        (Ty::Param(_), _) => false,
        _ => return None,
    };
    let reference = if by_reference { "&" } else { "" };
    let written = writer.run(&[&writer.receiver("x0")]);
    let said = writer.say(&[&writer.receiver_said(type_methods, "{0}")]);
    let read = reader.run(&[&format!("{reference}written")]);
    let read_said = reader.say(&[&format!("{reference}{said}")]);
    let (body, assertion) = if reader.output == type_methods.ty {
        (format!("same(&{read}, x0)"), format!("assert!({read_said} == {{0}});"))
    } else if arguments_of(&reader.output, "Result")?.first() == Some(&&type_methods.ty) {
        let body = format!("match {read} {{ Ok(value) => same(&value, x0), Err(_) => false }}");
        (body, format!("assert!({read_said}.is_ok_and(|value| value == {{0}}));"))
    } else {
        return None;
    };
    Some(Statement {
        name: "round-trip",
        sentence: format!(
            "`{}` restores a value that `{}` wrote",
            reader.function.name, writer.function.name
        ),
        body: format!("let written = {written}; {body}"),
        assertion,
        terms: vec![reader, writer],
        inputs: vec![type_methods.lent(0).input],
    })
}

/// Returns whether a reference to `owner` can be passed for one to `slice`: vectors, arrays and strings.
fn is_slice_of(owner: &Ty, slice: &Ty) -> bool {
    match (base(owner), slice) {
        (Ty::Array(item, _), Ty::Slice(wanted)) => item == wanted,
        (owner, Ty::Slice(wanted)) => {
            arguments_of(owner, "Vec").is_some_and(|args| args.first() == Some(&&**wanted))
        }
        (owner, Ty::Prim(Prim::Str)) => arguments_of(owner, "String").is_some(),
        _ => false,
    }
}
