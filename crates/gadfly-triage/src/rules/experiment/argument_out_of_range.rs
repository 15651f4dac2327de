//! Panics of the language that an argument at an edge decides.

use crate::class::Class;
use crate::examples::{INDEX, TOO_LARGE, all_return, none_returns, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_overflow;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "argument-out-of-range",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Experiment,
    summary: "an argument beyond what the receiver allows causes it",
    explanation: "The language raised the panic, and the call returns for other arguments: the index, handle or \
                  divisor is beyond what is allowed. Overflows are not decided in this way, because the argument \
                  may be one that the function should take; nor are texts, which have no range.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    facts.is_panic_without_check()
        && !is_overflow(facts.shown_message())
        && (variation.together.returned > 0
            || variation.sites.iter().any(|site| {
                site.trials.all().returned > 0 && !facts.call.takes_text_at(site.argument)
            }))
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`connect(9, 0)` is out of bounds deeper in the crate, and `connect(1, 0)` returns",
        panic("connect", INDEX).deeper().varied(|it| it.sites = vec![Site::below(all_return())]),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`connect(9, 0)` is out of bounds, as is `connect(1, 0)`",
            panic("connect", INDEX).deeper().varied(|it| it.sites = vec![Site::of(none_returns())]),
        ),
        Example::new(
            "`connect(9, 0)` overflows, and `connect(1, 0)` returns",
            panic("connect", TOO_LARGE)
                .deeper()
                .varied(|it| it.sites = vec![Site::below(all_return())]),
        ),
        Example::new(
            "`parse(\"é\")` cuts a character in two, and `parse(\"e\")` returns",
            panic("parse", INDEX)
                .deeper()
                .taking_text()
                .varied(|it| it.sites = vec![Site::of(all_return())]),
        ),
    ]
}
