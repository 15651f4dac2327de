//! Messages in which the author speaks of a bug.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::admits_a_bug;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "admits-a-bug",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "the message states that this cannot happen",
    explanation: "The message speaks of a bug, of an internal error, of an invariant or of what should never \
                  happen. The author knows better than any rule.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && admits_a_bug(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`insert` says: this is a bug in rtree",
        panic("insert", "index 3 not found: this is a bug in rtree"),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new("`insert` says: index 3 not found", panic("insert", "index 3 not found"))]
}
