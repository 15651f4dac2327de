//! Panics of functions beside which a checked version exists.

use crate::class::Class;
use crate::examples::{INDEX, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "checked-sibling",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "a version of it reports the same failure without panicking",
    explanation: "There is a `checked_…` or `try_…` of the same name beside the function, so that the caller \
                  chose to have failure reported by a panic. Panics that the standard library raises inside, \
                  other than of arithmetic, are not what the author checked.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_arithmetic = facts.message.starts_with("attempt to");
    facts.panic().is_some()
        && facts.call.has_checked_sibling
        && (is_arithmetic || facts.is_panic_of_author())
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`ln` refuses zero, and `checked_ln` exists",
        panic("ln", "ln of zero").without_arguments().with(|it| it.call.has_checked_sibling = true),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`ln` refuses zero, and there is no other version",
            panic("ln", "ln of zero").without_arguments(),
        ),
        Example::new(
            "`ln` is out of bounds inside, and `checked_ln` exists",
            panic("ln", INDEX).without_arguments().with(|it| it.call.has_checked_sibling = true),
        ),
    ]
}
