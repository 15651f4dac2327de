//! Calls that run out of memory.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "out-of-memory",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "it runs out of memory, and no argument is large",
    explanation: "The call asked for more memory than the search allows, and no argument explains it. Without \
                  a proven test it counts as a limit (`unproven-memory`).",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some_and(|death| death.end == DeathCause::OutOfMemory)
}

fn matches() -> Vec<Example> {
    vec![Example::new("`grow(3)` runs out of memory", death("grow", DeathCause::OutOfMemory, 3))]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`grow(3)` runs out of memory, and no test shows it",
        death("grow", DeathCause::OutOfMemory, 3).proven(false),
    )]
}
