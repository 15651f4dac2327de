//! What is rounded down is not more than it was, and what is rounded up is not less.

use super::kin::{Kin, Take};
use super::statement::Statement;

/// Names, and how the result must not compare to the value.
const NAMES: [(&str, &str, &str); 3] =
    [("floor", ">", "more"), ("ceil", "<", "less"), ("ceiling", "<", "less")];

/// States it of `floor` and `ceil` of ordered types. What is not a number compares to nothing.
pub(super) fn state<'k>(kin: &'k Kin<'k>) -> Vec<Statement<'k>> {
    if !kin.is_copied() || !kin.has("std::cmp::PartialOrd") {
        return Vec::new();
    }
    NAMES
        .into_iter()
        .filter_map(|(name, compares, words)| {
            let method = kin.named(name).find(|method| {
                matches!(method.take, Take::Ref | Take::Val)
                    && method.inputs.is_empty()
                    && method.output == kin.ty
            })?;
            let run = method.run(&[&method.receiver("x0")]);
            let said = method.say(&[&method.receiver_said(kin, "{0}")]);
            Some(Statement {
                name: "rounding-side",
                sentence: format!("what `{name}` makes of a value is not {words}"),
                body: format!("let found = {run}; !(found {compares} *x0)"),
                assertion: format!("let found = {said}; assert!(!(found {compares} {{0}}));"),
                terms: vec![method],
                inputs: vec![kin.lent(0).input],
            })
        })
        .collect()
}
