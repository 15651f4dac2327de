//! Checks of the author's that an argument decides.

use crate::class::Class;
use crate::examples::{all_return, none_returns, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::words_of_assertion;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "refused-argument",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Experiment,
    summary: "the author refuses an argument, and accepts others",
    explanation: "The author wrote the message or the assertion, and the call returns for other arguments. An \
                  assertion without words that fails in the middle of the values for which the call returns is not \
                  decided in this way.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let message = facts.shown_message();
    let is_bare = words_of_assertion(message).is_some_and(str::is_empty);
    let is_in_the_middle = variation.sites_in_the_middle().next().is_some();
    facts.panic().is_some()
        && !facts.is_panic_without_check()
        && variation.an_argument_matters()
        && !(is_bare && is_in_the_middle)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`resize(9)` has no room deeper in the crate, and `resize(1)` returns",
        panic("resize", "no room for it")
            .deeper()
            .varied(|it| it.sites = vec![Site::below(all_return())]),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`resize(9)` has no room, nor has `resize(1)`",
            panic("resize", "no room for it")
                .deeper()
                .varied(|it| it.sites = vec![Site::of(none_returns())]),
        ),
        Example::new(
            "an assertion fails for `resize(9)`, and for neither smaller nor larger numbers",
            panic("resize", "assertion failed: left + right == all")
                .deeper()
                .varied(|it| it.sites = vec![Site::around(all_return())]),
        ),
    ]
}
