//! Overflows in functions that could have returned an error.

use crate::class::Class;
use crate::examples::{TOO_LARGE, all_return, panic};
use crate::facts::{Facts, Site, is_option};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_overflow;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "fallible-overflow",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Experiment,
    summary: "it overflows for this value, and could have refused it by its result",
    explanation: "The language reports an overflow that an argument decides, and the function returns an `Option` \
                  or a `Result`: it has a way to refuse values that it cannot take.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let can_refuse = facts.call.can_refuse()
        || facts.call.is_partial
        || facts.call.output.as_ref().is_some_and(is_option);
    is_overflow(facts.shown_message()) && can_refuse && variation.an_argument_matters()
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`from_days(i64::MAX)` overflows and returns a `Result`",
        panic("from_days", TOO_LARGE)
            .fallible()
            .varied(|it| it.sites = vec![Site::below(all_return())]),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`from_days(i64::MAX)` overflows and returns a number",
        panic("from_days", TOO_LARGE).varied(|it| it.sites = vec![Site::below(all_return())]),
    )]
}
