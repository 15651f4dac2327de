//! Calls that do not return.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "hang",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "it does not return, and no argument is large",
    explanation: "The call did not return in time, was tried once more with the full limit, and no argument \
                  explains it.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some_and(|death| death.end == DeathCause::Hang)
}

fn matches() -> Vec<Example> {
    vec![Example::new("`find(3)` does not return", death("find", DeathCause::Hang, 3))]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`find(30_000)` does not return in time",
        death("find", DeathCause::Hang, 30_000),
    )]
}
