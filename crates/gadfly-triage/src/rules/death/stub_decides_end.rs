//! Calls that end when a stub says so.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "stub-decides-end",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "a stub of one of the crate's traits decides when it ends",
    explanation: "The function is given a stub: a type that gadfly made up to implement one of the crate's \
                  traits. Its methods answer whether to go on, and may give the same answer for ever, so that \
                  the function does not end.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some_and(Death::is_exhaustion) && facts.call.depends_on_stub
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`read(QuietSource)` asks the source for more and gets the same answer for ever",
        death("read", DeathCause::Hang, 3).with(|it| it.call.depends_on_stub = true),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`read(QuietSource)` crashes",
        death("read", DeathCause::Signal(Death::SEGFAULT), 3)
            .with(|it| it.call.depends_on_stub = true),
    )]
}
