//! Assertions whose words are about arguments.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{speaks_of_arguments, words_of_assertion};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "assertion-about-arguments",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the words of an assertion are about an argument",
    explanation: "An assertion deeper in the crate fails, and the words that its author wrote beside the \
                  condition speak of arguments: a mismatch, a range, something too long. The values that a \
                  comparison prints do not count.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let words = words_of_assertion(&facts.message);
    facts.is_panic_with_choice() && words.is_some_and(speaks_of_arguments)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`multiply(other)` asserts equal dimensions deeper in the crate",
        panic(
            "multiply",
            "assertion `left == right` failed: dimensions mismatch\n  left: 2\n right: 3",
        )
        .deeper(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "the same words are only values",
            panic("multiply", "assertion `left == right` failed\n  left: 2\n right: 3, mismatch")
                .deeper(),
        ),
        Example::new(
            "the same without arguments",
            panic(
                "multiply",
                "assertion `left == right` failed: dimensions mismatch\n  left: 2\n right: 3",
            )
            .deeper()
            .without_arguments(),
        ),
        Example::new(
            "the words are about the crate itself",
            panic(
                "multiply",
                "assertion `left == right` failed: lost an entry\n  left: 2\n right: 3",
            )
            .deeper(),
        ),
    ]
}
