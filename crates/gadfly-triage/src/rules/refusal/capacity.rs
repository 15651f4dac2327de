//! Sizes that no machine has.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_resource;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "capacity",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Hint,
    summary: "the size is larger than any memory",
    explanation: "The message says that a capacity overflows or that memory cannot be allocated. Maintainers \
                  do not call it a bug that sizes are refused that no machine has.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && is_resource(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`reserve(usize::MAX)` panics: capacity overflow",
            panic("reserve", "capacity overflow"),
        ),
        Example::new(
            "the same, although the documentation announces panics",
            panic("reserve", "capacity overflow").documented(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`reserve(usize::MAX)` panics: attempt to add with overflow",
        panic("reserve", "attempt to add with overflow"),
    )]
}
