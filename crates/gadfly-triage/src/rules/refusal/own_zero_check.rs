//! Divisions by zero in the called function itself.

use crate::class::Class;
use crate::examples::{BY_ZERO, panic};
use crate::facts::{Facts, Raised};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{is_by_zero, is_of_the_language};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "own-zero-check",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the function itself divides by an argument that is zero",
    explanation: "The language refuses a divisor of zero, in the called function itself, which takes \
                  arguments.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_with_choice()
        && facts.panic().is_some_and(|panic| panic.raised == Raised::Itself)
        && is_of_the_language(&facts.message)
        && is_by_zero(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new("`average(0)` divides by zero", panic("average", BY_ZERO))]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`average(0)` divides by zero deeper in the crate",
            panic("average", BY_ZERO).deeper(),
        ),
        Example::new("`average()` divides by zero", panic("average", BY_ZERO).without_arguments()),
    ]
}
