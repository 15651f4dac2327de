//! Values that are used or dropped while they are not alive.

use crate::class::Class;
use crate::examples::{TWICE, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "misused-value",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "a value was used or dropped while it was not alive",
    explanation: "A tracked value reports that it was used after it was dropped, dropped twice, or never made. \
                  Only wrong unsafe code can do that, and no call of safe functions excuses it.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && facts.misuse.is_some()
}

fn matches() -> Vec<Example> {
    vec![
        Example::new("`retain` drops an item twice", panic("retain", TWICE).misusing()),
        Example::new(
            "the same, although the documentation announces panics",
            panic("retain", TWICE).misusing().documented(),
        ),
        Example::new(
            "the same after a function that leaves checks to its caller",
            panic("retain", TWICE)
                .misusing()
                .minimised_with(|it| it.has_unchecked_call_before = true),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new("the message alone, from another type", panic("retain", TWICE))]
}
