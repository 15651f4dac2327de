//! Results and inputs that are no numbers.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_no_number;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "not-a-number",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the function rejects NaN",
    explanation: "The message, written by the author, speaks of NaN: a result or an input is no number, and \
                  there is no other type for numbers that are.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && is_no_number(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`sin` says: Sine resulted in NaN",
        panic("sin", "Sine resulted in NaN: FloatIsNan").without_arguments(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`tenant` says: this can never be the tenant",
        panic("tenant", "this can never be the tenant").without_arguments(),
    )]
}
