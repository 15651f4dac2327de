//! Values that take long to look at, in no test.

use crate::class::Class;
use crate::class::Kind;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::rules::proof::is_unproven;
use crate::words::must_never_panic;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "unproven-slowness",
    phase: Phase::Proven,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Fact,
    summary: "looking at a large value took long, and no test shows it",
    explanation: "Formatting, hashing, comparing, cloning or checking a value did not return in time, and no \
                  test shows it: it takes long to go through all of a large value.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_looked_at = facts.law.is_some() || must_never_panic(facts.item_method());
    facts.kind() == Kind::Hang && is_looked_at && is_unproven(facts)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`hash` does not return, and no test shows it",
        death("hash", DeathCause::Hang, 3).proven(false),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new("a test shows it", death("hash", DeathCause::Hang, 3).proven(true)),
        Example::new(
            "`grow` does not return, and no test shows it",
            death("grow", DeathCause::Hang, 3).proven(false),
        ),
        Example::new(
            "`drop` crashes, and no test shows it",
            death("drop", DeathCause::Signal(Death::SEGFAULT), 3).proven(false),
        ),
    ]
}
