//! Panics that the documentation announces.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "documented-panic",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Documented),
    evidence: Evidence::Hint,
    summary: "the documentation announces it",
    explanation: "The documentation of the function, or of the function of the same name that a trait's method \
                  passes on to, has a section `# Panics` or says otherwise that it panics.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && facts.call.documentation.announces_panics
}

fn matches() -> Vec<Example> {
    vec![
        Example::new("`insert` documents that it panics", panic("insert", BELOW_ZERO).documented()),
        Example::new(
            "`insert` documents that it panics, and says that this is a bug",
            panic("insert", "this is a bug in rtree").documented(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`insert` documents that it panics, and runs out of memory",
            panic("insert", "capacity overflow").documented(),
        ),
        Example::new("`insert` documents nothing", panic("insert", BELOW_ZERO)),
    ]
}
