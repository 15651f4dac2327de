//! Indices that the called function itself refuses.

use crate::class::Class;
use crate::examples::{INDEX, panic};
use crate::facts::{Facts, Raised};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_of_the_language;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "own-index-check",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the function itself refuses an index that the caller may have chosen",
    explanation: "The language reports an index that is out of bounds, raised in the called function itself, \
                  and the caller passed something that may be an index or decide on one. Texts do not count, \
                  nor do bytes that are parsed.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_index = facts.message.contains("index") || facts.message.contains("out of range");
    facts.is_panic_with_choice()
        && facts.panic().is_some_and(|panic| panic.raised == Raised::Itself)
        && is_of_the_language(&facts.message)
        && is_index
        && facts.call.may_choose_index()
}

fn matches() -> Vec<Example> {
    vec![
        Example::new("`get(9)` is out of bounds", panic("get", INDEX)),
        Example::new(
            "`get(1)` is within a character",
            panic("get", "byte index 1 is not a char boundary; it is inside 'ß' (bytes 0..2)"),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new("`get(9)` is out of bounds deeper in the crate", panic("get", INDEX).deeper()),
        Example::new("`get()` is out of bounds", panic("get", INDEX).without_arguments()),
        Example::new("`parse(text)` is out of bounds", panic("parse", INDEX).taking_text()),
    ]
}
