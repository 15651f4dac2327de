//! `try_f` does what `f` does when it succeeds.

use gadfly_model::Ty;

use super::checked::{agree, arguments, call};
use crate::laws::statement::Statement;
use crate::laws::type_methods::{Method, Take, TypeMethods, arguments_of};

/// States it of every `try_f` beside an `f` that changes a value, or that looks at plain data. One
/// that looks at something else may wait for it, or use it up.
pub(in crate::laws) fn state<'k>(type_methods: &'k TypeMethods<'k>) -> Vec<Statement<'k>> {
    let mut found = Vec::new();
    for attempt in type_methods.methods() {
        let Some(name) = attempt.function.name.strip_prefix("try_") else { continue };
        let Some(value) = success(&attempt.output) else { continue };
        let plain = type_methods.named(name).find(|method| method.output == value);
        let Some(plain) = plain else { continue };
        if attempt.take == Take::Mut && plain.take == Take::Mut {
            found.extend(changing(type_methods, attempt, plain));
        } else if (attempt.take == Take::Nothing || type_methods.is_copy())
            && agree(type_methods, attempt, plain)
        {
            found.push(looking(type_methods, attempt, plain));
        }
    }
    found
}

/// The result of a fallible function on success.
fn success(output: &Ty) -> Option<Ty> {
    let args = arguments_of(output, "Result").or_else(|| arguments_of(output, "Option"))?;
    args.first().map(|value| (*value).clone())
}

fn pattern(attempt: &Method<'_>) -> &'static str {
    if arguments_of(&attempt.output, "Result").is_some() { "Ok" } else { "Some" }
}

fn sentence(attempt: &Method<'_>, plain: &Method<'_>) -> String {
    format!("if `{}` succeeds, it agrees with `{}`", attempt.function.name, plain.function.name)
}

fn looking<'k>(
    type_methods: &TypeMethods<'_>,
    attempt: &'k Method<'k>,
    plain: &'k Method<'k>,
) -> Statement<'k> {
    let first = usize::from(attempt.take != Take::Nothing);
    let lent = arguments(type_methods, attempt, first);
    let (run_attempt, say_attempt) = call(type_methods, attempt, &lent);
    let (run_plain, say_plain) = call(type_methods, plain, &lent);
    let success = pattern(attempt);
    let mut inputs = Vec::new();
    if first == 1 {
        inputs.push(type_methods.lent(0).input);
    }
    inputs.extend(lent.into_iter().map(|lent| lent.input));
    Statement {
        name: "try-agrees",
        sentence: sentence(attempt, plain),
        body: format!(
            "match {run_attempt} {{ {success}(value) => same({run_plain}, value), _ => true }}"
        ),
        assertion: format!(
            "if let {success}(value) = {say_attempt} {{ assert!({say_plain} == value); }}"
        ),
        terms: vec![attempt, plain],
        inputs,
    }
}

/// Both do the same to copies of a value.
fn changing<'k>(
    type_methods: &TypeMethods<'_>,
    attempt: &'k Method<'k>,
    plain: &'k Method<'k>,
) -> Option<Statement<'k>> {
    let is_comparable = type_methods.is_copied() && type_methods.has("std::cmp::Eq");
    let is_alike = attempt.inputs == plain.inputs
        && attempt
            .inputs
            .iter()
            .all(|ty| !ty.has_params() && !matches!(ty, Ty::Ref { mutable: true, .. }));
    if !is_comparable || !is_alike {
        return None;
    }
    let lent = arguments(type_methods, attempt, 1);
    let mut run = vec!["&mut left"];
    let mut said = vec!["left"];
    for (lent, parameter) in lent.iter().zip(&attempt.inputs) {
        run.push(lent.pass(parameter));
        said.push(lent.say(parameter));
    }
    let run_attempt = attempt.run(&run);
    let say_attempt = attempt.say(&said);
    run[0] = "&mut right";
    said[0] = "right";
    let success = pattern(attempt);
    let assertion = format!(
        "let (mut left, mut right) = ({{0}}.clone(), {{0}}.clone()); \
         if let {success}(value) = {say_attempt} {{ assert!({} == value); assert!(left == right); }}",
        plain.say(&said)
    );
    let body = format!(
        "let (mut left, mut right) = (x0.clone(), x0.clone()); \
         match {run_attempt} {{ \
         {success}(value) => same({}, value) && same(left, right), _ => true }}",
        plain.run(&run)
    );
    let mut inputs = vec![type_methods.lent(0).input];
    inputs.extend(lent.into_iter().map(|lent| lent.input));
    Some(Statement {
        name: "try-agrees",
        sentence: sentence(attempt, plain),
        body,
        assertion,
        terms: vec![attempt, plain],
        inputs,
    })
}
