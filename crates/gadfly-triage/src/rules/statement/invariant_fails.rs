//! Invariants that do not hold.

use crate::class::Class;
use crate::facts::{Facts, Failure};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "invariant-fails",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "an invariant of the type does not hold",
    explanation: "The crate states what holds for every value of a type, and public functions have made a \
                  value for which it does not hold.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.failure == Failure::Invariant
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`Stack::is_balanced` is stated to hold, and does not after `push`",
        Facts::stated(Failure::Invariant, "k::Stack::is_balanced", "the invariant holds"),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "the same after a function that leaves checks to its caller",
        Facts::stated(Failure::Invariant, "k::Stack::is_balanced", "the invariant holds")
            .minimised_with(|it| it.has_unchecked_call_before = true),
    )]
}
