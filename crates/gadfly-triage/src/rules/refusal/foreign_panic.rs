//! Panics in which no code of the crate has a part.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, panic};
use crate::facts::{Facts, Panic, Raised};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "foreign-panic",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "no code of the crate had a part in it",
    explanation: "The operation is not a function of the crate under test, and the panic was raised outside of \
                  the crate's code, by the standard library or a dependency.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_outside = |panic: &Panic| panic.raised == Raised::Outside;
    facts.call.is_direct && !facts.call.is_of_subject && facts.panic().is_some_and(is_outside)
}

fn matches() -> Vec<Example> {
    vec![Example::new("`Vec::swap_remove(9)` panics", panic("swap_remove", BELOW_ZERO).foreign())]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "the same, raised by the crate's `Drop`",
            panic("swap_remove", BELOW_ZERO).foreign().deeper(),
        ),
        Example::new(
            "the standard library panics below a function of the crate",
            panic("insert", BELOW_ZERO).outside(),
        ),
    ]
}
