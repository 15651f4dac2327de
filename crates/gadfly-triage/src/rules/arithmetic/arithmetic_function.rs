//! Results of arithmetic functions that have no room in their type.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, TOO_LARGE, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{is_of_arithmetic, is_result_too_large};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "arithmetic-function",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the result of an arithmetic function has no room in its type",
    explanation: "The function computes a number, by its name (`pow`, `lcm`, `sum`), as those of the standard \
                  library's numbers do, and its result is too large for the type. A difference below zero is \
                  another matter: that is an error on the way.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some()
        && is_of_arithmetic(&facts.call.method)
        && is_result_too_large(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new("`lcm` is too large", panic("lcm", TOO_LARGE).deeper())]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new("`lcm` takes a difference below zero", panic("lcm", BELOW_ZERO).deeper()),
        Example::new(
            "`insert` computes a product that is too large",
            panic("insert", TOO_LARGE).deeper(),
        ),
    ]
}
