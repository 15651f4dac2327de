//! Slices of unequal lengths that the caller may have chosen.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_about_lengths;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "slice-lengths",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the lengths of the caller's slices differ",
    explanation: "The standard library refuses slices of different lengths, wherever it is called, and the \
                  caller passed a slice, a number or a handle that may decide on a length.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && is_about_lengths(&facts.message) && facts.call.may_choose_index()
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`fill_from(&[1])` copies slices of different lengths",
        panic(
            "fill_from",
            "copy_from_slice: source slice length (1) does not match destination slice length (0)",
        )
        .deeper(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`parse(text)` copies slices of different lengths",
        panic(
            "parse",
            "copy_from_slice: source slice length (1) does not match destination slice length (0)",
        )
        .deeper()
        .taking_text(),
    )]
}
