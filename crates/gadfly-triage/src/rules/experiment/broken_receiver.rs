//! Receivers that were broken before the call.

use crate::class::Class;
use crate::examples::{INDEX, all_return, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_about_wrong_state;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "broken-receiver",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Experiment,
    summary: "the receiver was broken before: methods without arguments fail on it, too",
    explanation: "The language raised the panic, which is not about a number. Before the failing call, a method without \
                  arguments fails on the receiver with a panic of the language or a signal, and returns on a \
                  fresh value: an earlier call has broken the receiver, so arguments say nothing.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    variation.receiver.is_broken && is_about_wrong_state(facts.shown_message())
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`remove_column(0)` is out of bounds after a call that also breaks `rotate()`",
        panic("remove_column", INDEX).documented().varied(|it| {
            it.sites = vec![Site::of(all_return())];
            it.receiver.is_broken = true;
        }),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`remove_column(0)` is out of bounds, and all methods without arguments return",
            panic("remove_column", INDEX)
                .documented()
                .varied(|it| it.sites = vec![Site::of(all_return())]),
        ),
        Example::new(
            "the author refuses the column",
            panic("remove_column", "no such column").documented().varied(|it| {
                it.sites = vec![Site::of(all_return())];
                it.receiver.is_broken = true;
            }),
        ),
    ]
}
