//! Panics whose location is that of the call.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "blames-caller",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the function names its caller as the place of the panic",
    explanation: "The function has `#[track_caller]`, so that the panic is located at the call: the author \
                  considers the caller responsible.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_with_choice() && facts.panic().is_some_and(|panic| panic.blames_caller)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`insert` has `#[track_caller]`",
        panic("insert", BELOW_ZERO).deeper().blaming_caller(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new("`insert` has no such attribute", panic("insert", BELOW_ZERO).deeper())]
}
