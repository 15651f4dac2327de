//! Panics of functions that must not fail, whatever the values.

use crate::class::Class;
use crate::examples::{BY_ZERO, INDEX, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::must_never_panic;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "never-panics",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "a function of this name is expected never to panic",
    explanation: "Formatting, hashing, comparing, cloning and dropping a value, and asking for its size, are \
                  expected to work for every value; and names such as `is_…`, `try_…`, `checked_…` and \
                  `wrapping_…` promise it.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && must_never_panic(&facts.call.method)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new("`fmt` panics", panic("fmt", INDEX)),
        Example::new("`fmt` documents that it panics", panic("fmt", INDEX).documented()),
        Example::new("`checked_add` panics", panic("checked_add", INDEX)),
        Example::new("`is_multiple_of` divides by zero", panic("is_multiple_of", BY_ZERO).deeper()),
        Example::new(
            "`try_finish` complains about the order of calls",
            panic("try_finish", "finish() was already called").without_arguments(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new("`insert` panics", panic("insert", INDEX)),
        Example::new(
            "`try_insert` documents that it panics",
            panic("try_insert", INDEX).documented(),
        ),
    ]
}
