//! Failures after a function that leaves checks to its caller.

use crate::class::Class;
use crate::class::Kind;
use crate::examples::{NONE, TWICE, death, panic};
use crate::facts::{Death, DeathCause, Facts, Failure};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "unchecked-call-before",
    phase: Phase::Minimised,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "a call before it leaves checks to its caller",
    explanation: "Before the last call, the smallest sequence calls a function that leaves checks to its \
                  caller (`…_unchecked` and the like), forgets a guard, or makes a value that panics. What \
                  breaks after that is the caller's doing, unless memory or the process breaks.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_excusable =
        matches!(facts.kind(), Kind::Panic | Kind::Law | Kind::Contract) && facts.misuse.is_none();
    is_excusable && facts.minimised.as_ref().is_some_and(|it| it.has_unchecked_call_before)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`pop` panics after `set_len_unchecked`",
            panic("pop", NONE).minimised_with(|it| it.has_unchecked_call_before = true),
        ),
        Example::new(
            "a law is broken after that",
            Facts::stated(Failure::Law, "k::Key::hash", "equal values have equal hashes")
                .minimised_with(|it| it.has_unchecked_call_before = true),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "the process crashes after that",
            death("pop", DeathCause::Signal(Death::SEGFAULT), 3)
                .minimised_with(|it| it.has_unchecked_call_before = true),
        ),
        Example::new(
            "a value is dropped twice after that",
            panic("pop", TWICE).misusing().minimised_with(|it| it.has_unchecked_call_before = true),
        ),
        Example::new("`pop` panics after ordinary calls", panic("pop", NONE).minimised()),
    ]
}
