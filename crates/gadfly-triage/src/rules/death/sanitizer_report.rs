//! Errors that a sanitizer reports.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "sanitizer-report",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "a sanitizer reports an invalid access to memory",
    explanation: "The crate was built with a sanitizer, which has reported an error that no argument excuses: \
                  memory was read or written that was freed, never allocated or out of bounds. Safe functions \
                  must not do that.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some_and(|death| matches!(death.end, DeathCause::Sanitizer { .. }))
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`pop` reads memory that was freed",
        death("pop", DeathCause::Sanitizer { error: "heap-use-after-free".to_owned() }, u64::MAX),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`pop` crashes in an ordinary build",
        death("pop", DeathCause::Signal(Death::SEGFAULT), 3),
    )]
}
