//! Calls that end the process.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "ends-the-process",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "it ends the process",
    explanation: "The call ended the process: by a signal, by an abort, or by exiting. A library function \
                  leaves that to its caller.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.death().is_some()
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`insert(3)` crashes with SIGSEGV",
            death("insert", DeathCause::Signal(Death::SEGFAULT), 3),
        ),
        Example::new(
            "`insert(3)` calls `std::process::exit(0)`",
            death("insert", DeathCause::Exit(0), 3),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`insert(u64::MAX)` overflows the stack",
        death("insert", DeathCause::Signal(Death::SEGFAULT), u64::MAX),
    )]
}
