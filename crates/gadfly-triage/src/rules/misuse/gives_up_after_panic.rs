//! Processes that end because a value panics in the sequence.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "gives-up-after-panic",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "a panicking value interrupted it, and it gave up",
    explanation: "The sequence makes a value that panics when it is used or dropped, as any caller's value \
                  may. Code that is interrupted by that may refuse to go on: by aborting, by a second panic, \
                  by exiting, or not at all. It must not access memory wrongly: other signals, checks for \
                  undefined behaviour and reports of sanitizers are not excused.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let gave_up = |death: &Death| match &death.end {
        DeathCause::Signal(Death::ABORTED) => {
            death.note.is_empty() || death.note.starts_with("panicked")
        }
        DeathCause::Signal(_) | DeathCause::Sanitizer { .. } => false,
        DeathCause::Exit(_) | DeathCause::Hang | DeathCause::OutOfMemory => true,
    };
    facts.sequence.has_panicking_value && facts.death().is_some_and(gave_up)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`retain` aborts after an item panicked",
            death("retain", DeathCause::Signal(Death::ABORTED), 3)
                .with(|it| it.sequence.has_panicking_value = true),
        ),
        Example::new(
            "a second panic ends the process",
            death("retain", DeathCause::Signal(Death::ABORTED), 3)
                .noting("panicked at a.rs:1")
                .with(|it| it.sequence.has_panicking_value = true),
        ),
        Example::new(
            "`retain` does not return",
            death("retain", DeathCause::Hang, 3).with(|it| it.sequence.has_panicking_value = true),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`retain` accesses memory wrongly",
            death("retain", DeathCause::Signal(Death::SEGFAULT), 3)
                .with(|it| it.sequence.has_panicking_value = true),
        ),
        Example::new(
            "the standard library stops undefined behaviour",
            death("retain", DeathCause::Signal(Death::ABORTED), 3)
                .noting("unsafe precondition(s) violated")
                .with(|it| it.sequence.has_panicking_value = true),
        ),
        Example::new(
            "`retain` aborts, and no value of the sequence panics",
            death("retain", DeathCause::Signal(Death::ABORTED), 3),
        ),
    ]
}
