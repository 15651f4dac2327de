//! Assertions about nothing but the receiver.

use crate::class::Class;
use crate::examples::{all_return, none_returns, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::names_receiver_only;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "assertion-about-receiver",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Experiment,
    summary: "an assertion about the receiver alone fails",
    explanation: "The condition of the assertion, read as syntax, mentions `self` and no other variable, no \
                  documentation announces it, and the call fails whatever is passed: an argument is not what is \
                  wrong. A handle, which is copied, counts as an argument.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    names_receiver_only(facts.shown_message())
        && !facts.call.documentation.announces_panics
        && !facts.call.is_on_handle()
        && !variation.an_argument_matters()
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`insert(x)` asserts `self.len < CAPACITY`, whatever is inserted",
        panic("insert", "assertion failed: self.len < CAPACITY")
            .varied(|it| it.sites = vec![Site::of(none_returns())]),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`insert(x)` asserts `at < self.len`",
            panic("insert", "assertion failed: at < self.len")
                .varied(|it| it.sites = vec![Site::of(none_returns())]),
        ),
        Example::new(
            "a deeper method asserts it of an argument: for another argument the call returns",
            panic("insert", "assertion failed: self.start <= self.end")
                .varied(|it| it.sites = vec![Site::of(all_return())]),
        ),
        Example::new(
            "the receiver is a handle, which its caller has chosen",
            panic("remove", "assertion failed: !self.is_removed()")
                .varied(|it| {
                    it.sites = vec![Site::of(none_returns())];
                })
                .with(|it| it.call.parameters[0].is_copy = true),
        ),
        Example::new(
            "the documentation announces it",
            panic("insert", "assertion failed: self.len < CAPACITY")
                .documented()
                .varied(|it| it.sites = vec![Site::of(none_returns())]),
        ),
    ]
}
