//! Laws that do not hold.

use crate::class::Class;
use crate::facts::{Facts, Failure};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "law-broken",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "a law of the trait or of the name does not hold",
    explanation: "The documentation of a trait, or the convention behind a name, requires something of all \
                  values, and it does not hold for these: equal values have different hashes, or `len` \
                  disagrees with the number of items.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.failure == Failure::Law
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "equal values have different hashes",
        Facts::stated(Failure::Law, "k::Key::hash", "equal values have equal hashes"),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "the same with a stub that answers with values",
        Facts::stated(Failure::Law, "k::Key::hash", "equal values have equal hashes")
            .minimised_with(|it| it.has_stub_with_values = true),
    )]
}
