//! Calls that do not return for numbers in the middle.

use crate::class::Class;
use crate::examples::{all_return, death};
use crate::facts::{DeathCause, Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "number-is-no-size",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Experiment,
    summary: "it does not return for this number, and returns for larger ones",
    explanation: "The call does not return in time. It does for smaller numbers and for larger ones, so the number \
                  is no amount of work.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    facts.death().is_some_and(|death| death.end == DeathCause::Hang)
        && variation.sites_in_the_middle().next().is_some()
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`next_prime(1 << 40)` does not return, and `next_prime(1 << 50)` does",
        death("next_prime", DeathCause::Hang, 1 << 40)
            .varied(|it| it.sites = vec![Site::around(all_return())]),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`factorial(n)` returns for smaller numbers only",
            death("factorial", DeathCause::Hang, 1 << 40)
                .varied(|it| it.sites = vec![Site::below(all_return())]),
        ),
        Example::new(
            "memory runs out, and the call refuses what is larger",
            death("resize", DeathCause::OutOfMemory, 1 << 40)
                .varied(|it| it.sites = vec![Site::around(all_return())]),
        ),
    ]
}
