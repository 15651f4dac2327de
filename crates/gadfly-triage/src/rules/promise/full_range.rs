//! Ranges without ends that are refused.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, INDEX, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_about_a_place;
use gadfly_model::Ty;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "full-range",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "the range `..` is in bounds for every value",
    explanation: "All that the caller chose is `..`, which is right for every value, and the panic is about an \
                  index or an overflow. Documentation of ranges that are out of bounds does not mean this one.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && facts.call.takes_everything() && is_about_a_place(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`drain(..)` is out of bounds",
            panic("drain", INDEX).documented().taking([Ty::adt("std::ops::RangeFull", [])]),
        ),
        Example::new(
            "`drain(..)` overflows",
            panic("drain", BELOW_ZERO).documented().taking([Ty::adt("std::ops::RangeFull", [])]),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`drain(..)` panics with words of its own, as documented",
            panic("drain", "it is empty").documented().taking([Ty::adt("std::ops::RangeFull", [])]),
        ),
        Example::new(
            "`drain(2..9)` is out of bounds, as documented",
            panic("drain", INDEX).documented(),
        ),
    ]
}
