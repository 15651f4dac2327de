//! Arguments that the called function itself refuses.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::{Facts, Raised};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "own-check",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the function itself checks its arguments",
    explanation: "The author wrote a check (an assertion, a `panic!`, an `expect` with a message) in the \
                  called function itself, which takes arguments: it refuses them.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_with_choice()
        && facts.panic().is_some_and(|panic| panic.raised == Raised::Itself)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`insert(9)` asserts that there is room",
            panic("insert", "assertion failed: len <= A::size()"),
        ),
        Example::new(
            "`insert(text)` asserts something of the text",
            panic("insert", "assertion failed: text.len() > 3").taking_text(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "the same is asserted deeper in the crate",
            panic("insert", "assertion failed: len <= A::size()").deeper(),
        ),
        Example::new(
            "the same is asserted by a function without arguments",
            panic("insert", "assertion failed: len <= A::size()").without_arguments(),
        ),
    ]
}
