//! Calls that run out of memory or time whatever is passed.

use crate::class::Class;
use crate::examples::{all_return, death, none_returns};
use crate::facts::{DeathCause, Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::rules::experiment::is_exhausted;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "exhausts-regardless",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Experiment,
    summary: "memory or time runs out, whatever is passed",
    explanation: "Memory or time ran out, or the message says that it would. Other and smaller arguments were \
                  passed to the same receiver, and the call returned for none of them: no size explains it.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    is_exhausted(facts)
        && variation.no_argument_matters()
        && variation.closures.returned == 0
        && !variation.smaller_suffices()
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`find(1 << 20)` does not return, nor does `find(0)`",
        death("find", DeathCause::Hang, 1 << 20)
            .varied(|it| it.sites = vec![Site::of(none_returns())]),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`find(0)` returns",
            death("find", DeathCause::Hang, 1 << 20)
                .varied(|it| it.sites = vec![Site::below(all_return())]),
        ),
        Example::new(
            "nothing else could be passed",
            death("find", DeathCause::Hang, 1 << 20).varied(|_| {}),
        ),
    ]
}
