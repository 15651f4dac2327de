//! Calls that take much memory for large arguments.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "large-memory",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Hint,
    summary: "an argument above four thousand explains that memory runs out",
    explanation: "The call asked for more memory than the search allows, and an argument (or a number that the \
                  value was made from) is larger than 4096, whose square is more than there may be.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts
        .death()
        .is_some_and(|it| it.end == DeathCause::OutOfMemory && it.magnitude > Death::LARGE_SIDE)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`Grid::new(5000)` runs out of memory",
        death("new", DeathCause::OutOfMemory, 5000),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`Grid::new(500)` runs out of memory",
        death("new", DeathCause::OutOfMemory, 500),
    )]
}
