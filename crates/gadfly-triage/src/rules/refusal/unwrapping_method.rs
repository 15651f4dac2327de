//! Methods that exist in order to panic.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, panic};
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_unwrapping;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "unwrapping-method",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the method exists in order to panic",
    explanation: "The name says so: `unwrap`, `expect_str`. The panic is one that the author wrote; those of \
                  the language are not what was meant.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && is_unwrapping(&facts.call.method, &facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`LocalResult::unwrap` says: No such local time",
        panic("unwrap", "No such local time").without_arguments(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`LocalResult::unwrap` overflows",
        panic("unwrap", BELOW_ZERO).without_arguments(),
    )]
}
