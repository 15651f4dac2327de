//! Rounding down never increases a number, and rounding up never decreases it.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Take, TypeMethods};

/// Names, and how the result must not compare to the value.
const NAMES: [(&str, &str, &str); 3] =
    [("floor", ">", "more"), ("ceil", "<", "less"), ("ceiling", "<", "less")];

/// States it of `floor` and `ceil` of ordered types. What is not a number compares to nothing.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    if !type_methods.is_copied() || !type_methods.has("std::cmp::PartialOrd") {
        return Vec::new();
    }
    NAMES
        .into_iter()
        .filter_map(|(name, compares, words)| {
            let method = type_methods.named(name).find(|method| {
                matches!(method.take, Take::Ref | Take::Val)
                    && method.inputs.is_empty()
                    && method.output == type_methods.ty
            })?;
            let run = method.run(&[&method.receiver("x0")]);
            let said = method.say(&[&method.receiver_said(type_methods, "{0}")]);
            Some(Statement {
                name: "rounding-side",
                sentence: format!("the `{name}` of a value is not {words}"),
                body: format!("let found = {run}; !(found {compares} *x0)"),
                assertion: format!("let found = {said}; assert!(!(found {compares} {{0}}));"),
                terms: vec![method],
                inputs: vec![type_methods.lent(0).input],
            })
        })
        .collect()
}
