//! Everything that no other rule decides.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "unexplained",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "nothing in its documentation, message or arguments excuses it",
    explanation: "No other rule applies. What the documentation does not announce, no check of an argument \
                  explains and no unrealistic size causes, is considered the crate's own mistake.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.has_reached(Phase::Seen)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`pop()` panics: lost an entry",
            panic("pop", "lost an entry").without_arguments(),
        ),
        Example::new(
            "`finish()`, deeper: it was already called",
            panic("finish", "finish() was already called").without_arguments().deeper(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    Vec::new()
}
