//! Panics of the language that no check stands for.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, INDEX, NONE, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_of_the_language;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "language-panic",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "the language raised it, and no check of an argument stands behind it",
    explanation: "The message is the compiler's or the standard library's: an overflow, an `unwrap` of `None`, \
                  an index out of bounds deeper in the crate. The author has checked nothing there and \
                  expected it not to happen.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && is_of_the_language(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new("`insert` unwraps `None`", panic("insert", NONE)),
        Example::new("`insert` overflows", panic("insert", BELOW_ZERO)),
        Example::new(
            "`insert` is out of bounds deeper in the crate",
            panic("insert", INDEX).deeper(),
        ),
        Example::new("`pop()` is out of bounds", panic("pop", INDEX).without_arguments()),
        Example::new(
            "`insert` finds a cell borrowed",
            panic("insert", "already borrowed: BorrowMutError"),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`insert` refuses with words of its own",
        panic("insert", "index 3 not found"),
    )]
}
