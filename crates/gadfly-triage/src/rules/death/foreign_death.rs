//! Deaths in code that is not the crate's.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "foreign-death",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "the process ended in a call that has nothing to do with the crate",
    explanation: "The operation that ended the process belongs to the standard library or to a dependency, and \
                  takes or returns no type of the crate under test. It only makes values for others.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some() && facts.call.is_direct && facts.call.is_foreign
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`std::iter::repeat(1).count()` does not return",
        death("count", DeathCause::Hang, 3).with(|it| it.call.is_foreign = true),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "a function of the crate does not return",
        death("count", DeathCause::Hang, 3),
    )]
}
