//! The greater and the smaller of two values is one of them, if they are ordered: others are compared part by part. Where one is
//! not a number and the documentation says so, it is the other.

use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, Take, TypeMethods, is_bool};

/// States it of `max` and `min`.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    if !type_methods.is_copied() || !type_methods.has("std::cmp::PartialEq") {
        return found;
    }
    for name in ["max", "min"] {
        let method = type_methods.named(name).find(|method| {
            method.take == Take::Val
                && method.inputs == [type_methods.ty.clone()]
                && method.output == type_methods.ty
        });
        let Some(method) = method else { continue };
        let (left, right) = (type_methods.lent(0), type_methods.lent(1));
        let run = method.run(&[&left.owned, &right.owned]);
        let said = method.say(&[&left.owned_said, &right.owned_said]);
        found.extend(type_methods.has("std::cmp::PartialOrd").then(|| Statement {
            name: "extreme-of-two",
            sentence: format!("the `{name}` of two values is one of them"),
            body: format!("let found = {run}; alike(&found, x0) || alike(&found, x1)"),
            assertion: format!("let found = {said}; assert!(found == {{0}} || found == {{1}});"),
            terms: vec![method],
            inputs: vec![type_methods.lent(0).input, type_methods.lent(1).input],
        }));
        found.extend(not_a_number(type_methods, method, &run, &said));
    }
    found
}

fn not_a_number<'k>(
    type_methods: &'k TypeMethods<'k>,
    method: &'k Method<'k>,
    run: &str,
    said: &str,
) -> Option<Statement<'k>> {
    let is_nan = type_methods
        .named("is_nan")
        .find(|test| test.inputs.is_empty() && test.take != Take::Mut && is_bool(&test.output))?;
    let is_said = method.is_hedged(&["nan"])
        && method.is_hedged(&["other argument", "other value", "other operand", "the other"])
        && !method.is_hedged(&["propagat"]);
    if !is_said {
        return None;
    }
    let nan = |x: &str| is_nan.run(&[&is_nan.receiver(x)]);
    Some(Statement {
        name: "extreme-ignores-nan",
        sentence: format!("the `{}` of a number and NaN is the number", method.function.name),
        body: format!(
            "let found = {run}; match ({}, {}) {{ (true, false) => found == *x1, \
             (false, true) => found == *x0, _ => true }}",
            nan("x0"),
            nan("x1")
        ),
        assertion: format!(
            "let found = {said}; let number = if {} {{ {} }} else {{ {} }}; \
             assert!(found == number);",
            is_nan.say(&[&is_nan.receiver_said(type_methods, "{0}")]),
            type_methods.lent(1).owned_said,
            type_methods.lent(0).owned_said
        ),
        terms: vec![method, is_nan],
        inputs: vec![type_methods.lent(0).input, type_methods.lent(1).input],
    })
}
