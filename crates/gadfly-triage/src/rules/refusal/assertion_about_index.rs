//! Assertions that compare an index with a length.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{is_check_of_index, words_of_assertion};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "assertion-about-index",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "an assertion compares an index with a length, and the caller may have chosen the index",
    explanation: "An assertion deeper in the crate compares an index with a length (`index <= self.len()`), \
                  and the caller passed something that may be an index or decide on one.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_with_choice()
        && words_of_assertion(&facts.message).is_some()
        && facts.call.may_choose_index()
        && is_check_of_index(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`insert(9)` asserts `index <= self.len()` deeper in the crate",
        panic("insert", "assertion failed: index <= self.len()").deeper(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`insert(9)` asserts `self.left <= self.len()`",
            panic("insert", "assertion failed: self.left <= self.len()").deeper(),
        ),
        Example::new(
            "`insert(text)` asserts `index <= self.len()`",
            panic("insert", "assertion failed: index <= self.len()").deeper().taking_text(),
        ),
    ]
}
