//! Calls that take long for large arguments.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "long-work",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Hint,
    summary: "an argument above a thousand explains that it takes long",
    explanation: "The call did not return in time, and an argument (or a number that the value was made from) \
                  is larger than 1024, so that work in proportion to it, or worse, takes longer than the \
                  limit.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some_and(|it| it.end == DeathCause::Hang && it.magnitude > Death::LARGE_WORK)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`factorial(30_000)` does not return in time",
        death("factorial", DeathCause::Hang, 30_000),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`factorial(3)` does not return in time",
        death("factorial", DeathCause::Hang, 3),
    )]
}
