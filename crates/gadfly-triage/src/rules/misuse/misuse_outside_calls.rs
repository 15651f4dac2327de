//! Misused values that no call can be blamed for.

use crate::examples::{IN_PANIC, TWICE, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "misuse-outside-calls",
    phase: Phase::Seen,
    conclusion: Conclusion::Unproven,
    evidence: Evidence::Fact,
    summary: "a value was misused during a panic, and no call was interrupted",
    explanation: "A tracked value reports that it was used or dropped while it was not alive, and that this \
                  happened during another panic. No call of the sequence was interrupted by a panic, so \
                  nothing shows which function is responsible. The finding is not reported.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.misuse.is_some_and(|misuse| misuse.is_in_panic) && !facts.sequence.has_caught_panic
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "a value turns out to be dropped twice in a panic, and no call before panicked",
        panic("pop", IN_PANIC).misusing(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "the same after a call that a panicking value interrupted",
            panic("pop", IN_PANIC).misusing().with(|it| it.sequence.has_caught_panic = true),
        ),
        Example::new(
            "a value that was dropped twice, without any other panic",
            panic("pop", TWICE).misusing(),
        ),
    ]
}
