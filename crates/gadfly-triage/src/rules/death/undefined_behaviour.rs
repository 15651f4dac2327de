//! Undefined behaviour that the standard library stops.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "undefined-behaviour",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "a check of the standard library stopped undefined behaviour",
    explanation: "The standard library checks conditions of its unsafe functions in debug builds, and stopped \
                  the process because one does not hold. Only unsafe code can get there, and no argument of a \
                  safe function excuses it.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some_and(Death::is_undefined_behaviour)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`get` calls `get_unchecked` with an index out of bounds",
        death("get", DeathCause::Signal(Death::ABORTED), u64::MAX)
            .noting("unsafe precondition(s) violated: slice::get_unchecked requires …"),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`get` aborts after a second panic",
        death("get", DeathCause::Signal(Death::ABORTED), 3).noting("panicked at a.rs:1"),
    )]
}
