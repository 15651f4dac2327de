//! Slices of unequal lengths that the caller has not chosen.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_about_lengths;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "internal-lengths",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "the crate copies slices of different lengths of its own",
    explanation: "The standard library refuses slices of different lengths, and nothing that the caller passed \
                  decides on a length.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && is_about_lengths(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`parse(text)` copies slices of different lengths",
        panic(
            "parse",
            "copy_from_slice: source slice length (1) does not match destination slice length (0)",
        )
        .taking_text(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`fill_from(&[1])` does",
        panic(
            "fill_from",
            "copy_from_slice: source slice length (1) does not match destination slice length (0)",
        ),
    )]
}
