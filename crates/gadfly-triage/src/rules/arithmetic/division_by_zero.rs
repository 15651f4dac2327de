//! Divisions by zero that the author refuses in words.

use crate::class::Class;
use crate::examples::{BY_ZERO, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::speaks_of_division;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "division-by-zero",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the author refuses a division by zero",
    explanation: "The message, written by the author, speaks of a division by zero, which has no result.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_of_author() && speaks_of_division(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`recip` says: Division by zero",
        panic("recip", "Division by zero").without_arguments(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`recip` divides by zero without a check",
        panic("recip", BY_ZERO).without_arguments(),
    )]
}
