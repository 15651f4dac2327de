//! Panics that the documentation announces, and that an argument decides.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, all_return, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_within_a_char;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "documented-argument",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Documented),
    evidence: Evidence::Experiment,
    summary: "the documentation announces it, and an argument decides it",
    explanation: "The documentation announces a panic, and the call returns for other arguments. Where the \
                  language raised the panic for a value in the middle of those for which the call returns, the \
                  documentation has to name that argument.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let names = |site: &Site| facts.call.names_in_panics(site.argument);
    facts.panic().is_some()
        && facts.call.documentation.announces_panics
        && variation.an_argument_matters()
        && (!facts.is_panic_without_check()
            || is_within_a_char(facts.shown_message())
            || variation.sites_in_the_middle().all(names))
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`insert(9)` documents that it panics, overflows, and returns for smaller numbers",
            panic("insert", BELOW_ZERO)
                .documented()
                .varied(|it| it.sites = vec![Site::below(all_return())]),
        ),
        Example::new(
            "a number in the middle, which the documentation names",
            panic("insert", BELOW_ZERO)
                .documented()
                .naming(&["at"])
                .with(|it| {
                    it.call.documentation.panics_name = vec![0];
                })
                .varied(|it| it.sites = vec![Site::around(all_return())]),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "a number in the middle, of which the documentation does not speak",
            panic("insert", BELOW_ZERO)
                .documented()
                .naming(&["at"])
                .varied(|it| it.sites = vec![Site::around(all_return())]),
        ),
        Example::new(
            "nothing is documented",
            panic("insert", "no room").varied(|it| it.sites = vec![Site::below(all_return())]),
        ),
    ]
}
