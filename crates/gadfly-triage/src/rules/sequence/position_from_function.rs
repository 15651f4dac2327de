//! Positions that a function of the caller's returns.

use crate::class::Class;
use crate::examples::{NONE, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_about_a_place;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "position-from-function",
    phase: Phase::Minimised,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "a function of the caller's returns positions, and one of them is wrong",
    explanation: "An index is out of bounds, and a function that the caller passed returns sizes: it may have \
                  named a position that is not there.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let returns = facts.minimised.as_ref().is_some_and(|it| it.has_function_returning_sizes);
    facts.panic().is_some() && is_about_a_place(&facts.message) && returns
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`split_by(fn(&str) -> Vec<usize>)` is out of bounds",
            panic("split_by", "index out of bounds: the len is 0")
                .deeper()
                .minimised_with(|it| it.has_function_returning_sizes = true),
        ),
        Example::new(
            "the same of a text",
            panic("split_by", "end byte index 1 is out of bounds of ``")
                .deeper()
                .minimised_with(|it| it.has_function_returning_sizes = true),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "the same unwraps `None`",
            panic("split_by", NONE)
                .deeper()
                .minimised_with(|it| it.has_function_returning_sizes = true),
        ),
        Example::new(
            "no function returns a size",
            panic("split_by", "index out of bounds: the len is 0").deeper().minimised(),
        ),
    ]
}
