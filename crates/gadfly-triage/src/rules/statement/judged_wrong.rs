//! Outcomes of a walk that a person called wrong, or has not judged.

use crate::class::Class;
use crate::examples::{INDEX, panic};
use crate::facts::{Facts, Failure};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "judged-wrong",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "the outcome was called wrong or has not been judged",
    explanation: "A walk met an outcome that a person has called wrong, or, with `--ci`, one that has not been \
                  judged yet.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.failure == Failure::Judged
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "a person has answered that `push` must not return `false`",
        Facts::stated(Failure::Judged, "k::Stack::push", "false: was called wrong"),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new("a panic that has not been judged", panic("push", INDEX))]
}
