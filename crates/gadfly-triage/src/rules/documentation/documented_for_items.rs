//! Panics that are documented for one item, in a call that passes on many.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "documented-for-items",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Documented),
    evidence: Evidence::Hint,
    summary: "the documentation announces it for each item",
    explanation: "`extend`, `from` or `from_iter` passes its items on to a method of the same type whose \
                  documentation announces panics, and the panic was raised there with a message of the \
                  author's.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_of_author() && facts.call.documentation.items_announce_panics
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`extend` calls `insert`, which refuses one of the ranges",
        panic("extend", "assertion failed: range.start < range.end")
            .deeper()
            .with(|it| it.call.documentation.items_announce_panics = true),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`extend` calls `insert`, and nothing was checked",
            panic("extend", BELOW_ZERO)
                .deeper()
                .with(|it| it.call.documentation.items_announce_panics = true),
        ),
        Example::new(
            "`extend` fails in a method that documents nothing",
            panic("extend", "assertion failed: range.start < range.end").deeper(),
        ),
    ]
}
