//! Overflows of a type that was chosen for a parameter.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "operator-of-parameter",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "the arithmetic is that of the type chosen for a parameter",
    explanation: "An operator of the type that stands for a type parameter overflows. With that type the \
                  caller has chosen how arithmetic fails.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some_and(|panic| panic.by_operator) && facts.message.starts_with("attempt to")
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`Point::<u8>::translate` overflows in `u8 - u8`",
        panic("translate", BELOW_ZERO).without_arguments().by_operator(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`translate` overflows in arithmetic of its own",
        panic("translate", BELOW_ZERO).without_arguments(),
    )]
}
