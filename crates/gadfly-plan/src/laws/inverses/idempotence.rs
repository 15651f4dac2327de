//! Normalising, sorting and trimming are idempotent.

use gadfly_model::{Prim, Ty};

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, Take, TypeMethods, arguments_of};

/// Beginnings of names that promise it of any type with an equivalence.
const PREFIXES: &[&str] = &[
    "normalize",
    "normalise",
    "canonicalize",
    "canonicalise",
    "trim",
    "to_upper",
    "to_lower",
    "to_ascii_upper",
    "to_ascii_lower",
    "make_ascii_upper",
    "make_ascii_lower",
    "sort",
    "dedup",
    "to_canonical",
    "to_normalized",
    "to_sorted",
    "reduce_fraction",
    "fold_case",
];

/// Names that promise it, also of numbers that may differ from themselves.
const NAMES: &[&str] = &[
    "abs",
    "floor",
    "ceil",
    "trunc",
    "round",
    "normalized",
    "normalised",
    "canonical",
    "sorted",
    "reduced",
    "trimmed",
    "deduped",
];

/// States it of functions without arguments that yield what they take, or change it.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    type_methods
        .methods()
        .iter()
        .filter(|method| method.inputs.is_empty() && promises(&method.function.name))
        .filter_map(|method| match method.take {
            Take::Ref | Take::Val => yielding(type_methods, method),
            Take::Mut => changing(type_methods, method),
            Take::Nothing => None,
        })
        .collect()
}

fn promises(name: &str) -> bool {
    let is_case = name.starts_with("to_") && name.ends_with("_case");
    is_case
        || NAMES.contains(&name)
        || PREFIXES.iter().any(|prefix| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| !rest.contains("_by") && !rest.contains("key"))
        })
}

fn sentence(method: &Method<'_>) -> String {
    format!("`{}` changes nothing when it is done again", method.function.name)
}

fn yielding<'k>(
    type_methods: &'k TypeMethods<'k>,
    method: &'k Method<'k>,
) -> Option<Statement<'k>> {
    let is_text =
        type_methods.ty == Ty::Prim(Prim::Str) && arguments_of(&method.output, "String").is_some();
    if method.output != type_methods.ty && !is_text {
        return None;
    }
    let is_number = NAMES.contains(&&*method.function.name);
    let is_compared =
        type_methods.has("std::cmp::Eq") || (is_number && type_methods.has("std::cmp::PartialEq"));
    if !is_text && !is_compared {
        return None;
    }
    if method.take == Take::Val && !type_methods.is_clone() {
        return None;
    }
    let first = method.run(&[&method.receiver("x0")]);
    let again = method.run(&[&method.receiver("(&once)")]);
    let said = method.say(&[&method.receiver_said(type_methods, "{0}")]);
    let again_said = method.say(&[&method.receiver_said(type_methods, "once")]);
    Some(Statement {
        name: "idempotent",
        sentence: sentence(method),
        body: format!("let once = {first}; let twice = {again}; alike(&twice, &once)"),
        assertion: format!("let once = {said}; assert!({again_said} == once);"),
        terms: vec![method],
        inputs: vec![type_methods.lent(0).input],
    })
}

fn changing<'k>(
    type_methods: &'k TypeMethods<'k>,
    method: &'k Method<'k>,
) -> Option<Statement<'k>> {
    if !type_methods.is_copied() || !type_methods.has("std::cmp::Eq") {
        return None;
    }
    let once = method.run(&["&mut once"]);
    let twice = method.run(&["&mut twice"]);
    Some(Statement {
        name: "idempotent",
        sentence: sentence(method),
        body: format!(
            "let mut once = x0.clone(); let _ = {once}; let mut twice = once.clone(); let _ = {twice}; \
             same(twice, once)"
        ),
        assertion: format!(
            "let mut once = {{0}}.clone(); {}; let mut twice = once.clone(); {}; \
             assert!(twice == once);",
            method.say(&["once"]),
            method.say(&["twice"])
        ),
        terms: vec![method],
        inputs: vec![type_methods.lent(0).input],
    })
}

#[cfg(test)]
mod tests {
    use super::promises;

    #[test]
    fn names_promise_to_change_nothing_twice() {
        for name in ["to_snake_case", "trim_end", "normalize", "sort_unstable", "dedup", "abs"] {
            assert!(promises(name), "{name}");
        }
        for name in ["sort_by_key", "dedup_by_key", "to_string", "increment", "to_hex"] {
            assert!(!promises(name), "{name}");
        }
    }
}
