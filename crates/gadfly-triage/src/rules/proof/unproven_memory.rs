//! Memory that runs out in no test.

use crate::class::Class;
use crate::class::Kind;
use crate::examples::death;
use crate::facts::{DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::rules::proof::is_unproven;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "unproven-memory",
    phase: Phase::Proven,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Fact,
    summary: "memory ran out in the search, and no test shows it",
    explanation: "The call took more memory than the search had to spare, and no test shows it: there may be \
                  no such limit in use.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.kind() == Kind::Oom && is_unproven(facts)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`grow(3)` runs out of memory, and no test shows it",
        death("grow", DeathCause::OutOfMemory, 3).proven(false),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new("a test shows it", death("grow", DeathCause::OutOfMemory, 3).proven(true)),
        Example::new(
            "`grow(3)` does not return, and no test shows it",
            death("grow", DeathCause::Hang, 3).proven(false),
        ),
    ]
}
