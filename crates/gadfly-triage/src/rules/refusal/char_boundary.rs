//! Assertions that an index is between characters.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::words_of_assertion;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "char-boundary",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "an index is within a character",
    explanation: "An assertion of `is_char_boundary` fails: an index into a text is within a character, and \
                  only the caller chooses indices.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_with_choice()
        && words_of_assertion(&facts.message).is_some()
        && facts.message.contains("is_char_boundary(")
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`insert(1)` asserts that 1 is between characters",
        panic("insert", "assertion failed: self.as_str().is_char_boundary(index)").deeper(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "the same without arguments",
        panic("insert", "assertion failed: self.as_str().is_char_boundary(index)")
            .deeper()
            .without_arguments(),
    )]
}
