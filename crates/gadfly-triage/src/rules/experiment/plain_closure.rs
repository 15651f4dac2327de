//! Overflows of what a closure of the caller's returns.

use crate::class::Class;
use crate::examples::{INDEX, TOO_LARGE, all_return, none_returns, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_overflow;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "plain-closure",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Experiment,
    summary: "it returns with a closure that captures nothing",
    explanation: "The language reports an overflow, and the call returns with a closure that captures nothing: the \
                  number that does not fit is one that the caller's closure returns.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    is_overflow(facts.shown_message()) && variation.closures.returned > 0
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`total(|_| u64::MAX)` overflows, and `total(|_| 0)` does not",
        panic("total", TOO_LARGE).varied(|it| it.closures = all_return()),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`total` overflows with any closure",
            panic("total", TOO_LARGE).varied(|it| it.closures = none_returns()),
        ),
        Example::new(
            "`total` is out of bounds, and is not with another closure",
            panic("total", INDEX).varied(|it| it.closures = all_return()),
        ),
    ]
}
