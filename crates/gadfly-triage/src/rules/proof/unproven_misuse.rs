//! Misused values that show late and in no test.

use crate::examples::{IN_PANIC, TWICE, panic};
use crate::facts::{Facts, TestAttempt};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "unproven-misuse",
    phase: Phase::Proven,
    conclusion: Conclusion::Unproven,
    evidence: Evidence::Fact,
    summary: "a value was misused long after a panic, and no test shows it",
    explanation: "A tracked value reports that it was not alive, after the sequence caught a panic or while \
                  another panic was under way, and no test shows it. What shows that late is often caused by \
                  something between, so the finding is not reported.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_late = |proof: &TestAttempt| {
        !proof.has_test
            && proof.misuse.is_some_and(|misuse| misuse.is_in_panic || proof.after_panics > 0)
    };
    facts.proof.as_ref().is_some_and(is_late)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "a value is dropped in a panic and was never made, and no test shows it",
            panic("retain", IN_PANIC)
                .misusing()
                .with(|it| it.sequence.has_caught_panic = true)
                .proven(false),
        ),
        Example::new(
            "a value is dropped twice after a caught panic, and no test shows it",
            panic("retain", TWICE)
                .misusing()
                .proven(false)
                .with(|it| it.proof.get_or_insert_default().after_panics = 1),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "a test shows it",
            panic("retain", IN_PANIC)
                .misusing()
                .with(|it| it.sequence.has_caught_panic = true)
                .proven(true),
        ),
        Example::new(
            "a value is dropped twice without any panic, and no test shows it",
            panic("retain", TWICE).misusing().proven(false),
        ),
    ]
}
