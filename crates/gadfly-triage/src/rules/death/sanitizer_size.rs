//! Sizes that a sanitizer refuses.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "sanitizer-size",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Fact,
    summary: "the sanitizer refuses a size",
    explanation: "The sanitizer ended the process because of the size of an allocation or for want of memory. \
                  An ordinary build would report that memory ran out.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let sizes = ["allocation-size-too-big", "out-of-memory", "calloc-overflow"];
    let is_size = |death: &Death| match &death.end {
        DeathCause::Sanitizer { error } => sizes.contains(&error.as_str()),
        _ => false,
    };
    facts.death().is_some_and(is_size)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`reserve` asks for more than the sanitizer allows",
        death("reserve", DeathCause::Sanitizer { error: "allocation-size-too-big".to_owned() }, 3),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`pop` reads memory that was freed",
        death("pop", DeathCause::Sanitizer { error: "heap-use-after-free".to_owned() }, u64::MAX),
    )]
}
