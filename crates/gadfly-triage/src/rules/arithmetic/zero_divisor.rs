//! Divisors that are zero, in functions that divide.

use crate::class::Class;
use crate::examples::{BY_ZERO, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{divides, is_by_zero};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "zero-divisor",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the function divides by its argument, which is zero",
    explanation: "The function divides by its argument, by its name (`div_mod_floor`, `rem_euclid`, \
                  `prev_multiple_of`), and the language refuses a divisor of zero, wherever the division is.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && divides(&facts.call.method) && is_by_zero(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`div_mod_floor(0)` divides by zero, deeper in the crate",
            panic("div_mod_floor", BY_ZERO).deeper(),
        ),
        Example::new(
            "`div_mod_floor(0)` takes a remainder",
            panic("div_mod_floor", "attempt to calculate the remainder with a divisor of zero")
                .deeper(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`insert(0)` divides by zero, deeper in the crate",
            panic("insert", BY_ZERO).deeper(),
        ),
        Example::new(
            "`is_multiple_of(0)` divides by zero: the question has an answer",
            panic("is_multiple_of", BY_ZERO).deeper(),
        ),
    ]
}
