//! Indices and keys that an empty receiver cannot have.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, INDEX, none_returns, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{is_about_index, is_of_the_language, speaks_of_arguments};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "empty-receiver",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Experiment,
    summary: "the receiver says that it is empty, so no index or key is right",
    explanation: "The message is about an index, a range or a key, the call fails for all arguments that were \
                  tried, and the receiver says just before that it is empty.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let message = facts.shown_message();
    facts.is_panic_with_choice()
        && !facts.call.documentation.announces_panics
        && !variation.an_argument_matters()
        && variation.receiver.is_empty == Some(true)
        && (is_about_index(message)
            || (!is_of_the_language(message) && speaks_of_arguments(message)))
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`set(0, x)` is out of bounds in an empty list",
        panic("set", INDEX).deeper().varied(|it| {
            it.sites = vec![Site::of(none_returns())];
            it.receiver.is_empty = Some(true);
        }),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`set(0, x)` is out of bounds in a list that has items",
            panic("set", INDEX).deeper().varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.is_empty = Some(false);
            }),
        ),
        Example::new(
            "`set(0, x)` overflows in an empty list",
            panic("set", BELOW_ZERO).deeper().varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.is_empty = Some(true);
            }),
        ),
    ]
}
