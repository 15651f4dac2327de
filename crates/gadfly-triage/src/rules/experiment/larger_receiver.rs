//! Indices and keys for which a receiver that holds more has an item.

use gadfly_model::{Prim, Ty};

use crate::class::Class;
use crate::examples::{INDEX, NONE, all_return, none_returns, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_about_a_place;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "larger-receiver",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Experiment,
    summary: "it returns once the receiver holds more",
    explanation: "The call fails for all arguments that were tried, and returns with the same arguments on the \
                  same receiver after calls that make it hold more: the receiver was too small for any of them.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    facts.panic().is_some()
        && facts.call.may_choose_key()
        && !facts.call.documentation.announces_panics
        && !variation.an_argument_matters()
        && (variation.receiver.grown.returned > 0
            || (is_about_a_place(facts.shown_message())
                && variation.receiver.remade.larger.returned > 0))
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`swap(0, 0)` is out of bounds, and returns after three calls of `push`",
            panic("swap", INDEX).deeper().varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.grown = all_return();
            }),
        ),
        Example::new(
            "`Bits::zeros(0).set(0)` is out of bounds, and `Bits::zeros(8).set(0)` is not",
            panic("set", INDEX).deeper().varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.remade.larger = all_return();
            }),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`swap(0, 0)` is out of bounds however much the receiver holds",
            panic("swap", INDEX).deeper().varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.grown = none_returns();
            }),
        ),
        Example::new(
            "`retain(true)` unwraps `None`, and returns after three calls of `push`",
            panic("retain", NONE).taking([Ty::Prim(Prim::Bool)]).varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.grown = all_return();
            }),
        ),
        Example::new(
            "`pop()` unwraps `None`, and returns after three calls of `push`",
            panic("pop", NONE).without_arguments().varied(|it| it.receiver.grown = all_return()),
        ),
    ]
}
