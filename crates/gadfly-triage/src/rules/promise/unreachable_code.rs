//! Code that is entered although it is `unreachable!()`.

use crate::class::Class;
use crate::examples::{INDEX, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::says_unreachable;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "unreachable-code",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "the author marked the code as unreachable",
    explanation: "The panic is that of `unreachable!()`: the author relied on this never to run. No \
                  documentation says when that happens.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && says_unreachable(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`insert` enters unreachable code, and documents panics",
        panic("insert", "internal error: entered unreachable code: it has room").documented(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`insert` panics with an index, and documents that",
        panic("insert", INDEX).documented(),
    )]
}
