//! Calls for which fewer or smaller values suffice.

use crate::class::Class;
use crate::examples::{all_return, death, none_returns, panic};
use crate::facts::{Death, DeathCause, Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::rules::experiment::is_exhausted;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "smaller-suffices",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Experiment,
    summary: "it returns for smaller values",
    explanation: "Memory or time ran out, or the message says that it would, with a number above a thousand. The \
                  call returns for a smaller number, with a closure that captures nothing, or for a receiver made \
                  with a smaller number.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let is_large = facts.death().is_none_or(|death| death.magnitude > Death::LARGE_WORK);
    is_exhausted(facts) && is_large && variation.smaller_suffices()
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`factorial(30_000)` does not return in time, and `factorial(10)` does",
            death("factorial", DeathCause::Hang, 30_000)
                .varied(|it| it.sites = vec![Site::below(all_return())]),
        ),
        Example::new(
            "`reserve(usize::MAX)` has no room, and `reserve(10)` has",
            panic("reserve", "capacity overflow")
                .varied(|it| it.sites = vec![Site::below(all_return())]),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`factorial(30_000)` does not return in time, nor does `factorial(1)`",
            death("factorial", DeathCause::Hang, 30_000)
                .varied(|it| it.sites = vec![Site::of(none_returns())]),
        ),
        Example::new(
            "`zeros(3).decompose()` does not return, and three is not much",
            death("decompose", DeathCause::Hang, 3).varied(|it| {
                it.receiver.is_unchanged = true;
                it.receiver.remade.smaller = all_return();
            }),
        ),
    ]
}
