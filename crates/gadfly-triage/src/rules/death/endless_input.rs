//! Calls that go through something endless.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "endless-input",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "it was given an iterator or a range that may be endless",
    explanation: "The function goes through an iterator of the crate's, or through a range without an end \
                  (`..`, `4..`), and whether that ends is up to the caller. An iterator whose own `next` does \
                  not return is a bug, and so is a function that does not return on a finite iterator.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some_and(Death::is_exhaustion) && facts.call.may_be_endless
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`sum(Forever)` does not return",
            death("sum", DeathCause::Hang, 3).with(|it| it.call.may_be_endless = true),
        ),
        Example::new(
            "`insert_all(4..)` runs out of memory",
            death("insert_all", DeathCause::OutOfMemory, 4)
                .with(|it| it.call.may_be_endless = true),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`sum(Forever)` ends the process with a signal",
        death("sum", DeathCause::Signal(Death::SEGFAULT), 3)
            .with(|it| it.call.may_be_endless = true),
    )]
}
