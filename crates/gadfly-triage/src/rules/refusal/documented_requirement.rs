//! Assertions in functions whose documentation requires something of values.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::words_of_assertion;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "documented-requirement",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the documentation requires something of the values, and an assertion checks it",
    explanation: "The documentation says what values must be like, without saying that this is checked, and an \
                  assertion deeper in the crate fails.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_with_choice()
        && words_of_assertion(&facts.message).is_some()
        && facts.call.documentation.has_requirement
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`range(max, x)` requires `x <= max`, and an assertion checks it",
        panic("range", "assertion failed: max <= x")
            .deeper()
            .with(|it| it.call.documentation.has_requirement = true),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`range(max, x)` requires that, and overflows",
            panic("range", BELOW_ZERO)
                .deeper()
                .with(|it| it.call.documentation.has_requirement = true),
        ),
        Example::new(
            "`range(max, x)` requires nothing",
            panic("range", "assertion failed: max <= x").deeper(),
        ),
    ]
}
