//! Panics of promising names whose documentation takes the promise back.

use crate::class::Class;
use crate::examples::{INDEX, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_promise;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "documented-promise",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Documented),
    evidence: Evidence::Hint,
    summary: "the documentation announces it, in spite of the name",
    explanation: "The name promises not to panic (`try_…`, `checked_…`, `is_…`), but the documentation says \
                  when it does.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some()
        && facts.call.documentation.announces_panics
        && is_promise(&facts.call.method)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`try_insert` documents that it panics",
        panic("try_insert", INDEX).documented(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new("`fmt` documents that it panics", panic("fmt", INDEX).documented()),
        Example::new("`try_insert` panics and does not document it", panic("try_insert", INDEX)),
    ]
}
