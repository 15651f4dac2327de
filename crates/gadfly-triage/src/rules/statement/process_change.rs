//! Changes that a call leaves behind in its process.

use crate::class::Class;
use crate::facts::{Facts, Failure};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "process-change",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Fact,
    summary: "a call leaves its process changed, which may be its purpose",
    explanation: "After the call the working directory, the environment, a standard stream, the signal mask or \
                  the panic hook differs, or a thread still runs. That may well be what the function is for. \
                  It is reported because tests that run in the same process may fail for it.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.failure == Failure::ProcessChange
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`start` leaves a thread running",
        Facts::stated(Failure::ProcessChange, "k::start", "leaves a thread running"),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "an invariant does not hold",
        Facts::stated(Failure::Invariant, "k::Stack::is_balanced", "the invariant holds"),
    )]
}
