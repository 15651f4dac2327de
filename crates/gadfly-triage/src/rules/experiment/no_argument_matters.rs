//! Panics that no check stands for, whatever is passed.

use gadfly_model::{Prim, Ty};

use crate::class::Class;
use crate::examples::{BELOW_ZERO, INDEX, all_return, none_returns, panic};
use crate::facts::{Facts, Site, Tally};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "no-argument-matters",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Experiment,
    summary: "it fails whatever is passed",
    explanation: "The language raised the panic, or code that the author holds to be unreachable. Other arguments \
                  were passed to the same receiver, and the receiver was made to hold more, and the call returned \
                  for none of them: no argument is what is wrong, whatever the documentation says \
                  of arguments. Overflows in functions of numbers alone do not count.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let receiver = variation.receiver;
    let is_number = receiver.is_unchanged && receiver.remade.all().returned > 0;
    facts.is_panic_without_check()
        && !facts.is_overflow_of_numbers()
        && variation.no_argument_matters()
        && receiver.grown.returned == 0
        && receiver.may_hold_something()
        && (receiver.is_empty != Some(true) || variation.is_grown_for_numbers())
        && !is_number
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`swap(0)` is out of bounds in an empty list, and in one that holds more",
            panic("swap", INDEX).varied(|it| {
                it.sites = vec![Site::below(none_returns()), Site::of(none_returns())];
                it.receiver.is_empty = Some(true);
                it.receiver.grown = none_returns();
            }),
        ),
        Example::new(
            "`shortest_path(from)` is out of bounds from every node",
            panic("shortest_path", INDEX).varied(|it| it.sites = vec![Site::of(none_returns())]),
        ),
        Example::new(
            "the documentation announces something else",
            panic("shortest_path", INDEX)
                .documented()
                .varied(|it| it.sites = vec![Site::of(none_returns())]),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`find(key)` finds no key in an empty map, nor another in one that holds more",
            panic("find", INDEX).varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.is_empty = Some(true);
                it.receiver.grown = none_returns();
            }),
        ),
        Example::new(
            "the sum of two numbers has no room",
            panic("sum", BELOW_ZERO)
                .varied(|it| it.sites = vec![Site::of(none_returns())])
                .with(|it| it.call.parameters.retain(|it| it.ty == Ty::Prim(Prim::Usize))),
        ),
        Example::new(
            "`slice(0..=0)` of a new text, of which nothing shows whether it is empty",
            panic("slice", INDEX).documented().varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.is_unchanged = true;
            }),
        ),
        Example::new(
            "the author refuses the call",
            panic("shortest_path", "graph was not closed")
                .varied(|it| it.sites = vec![Site::of(none_returns())]),
        ),
        Example::new(
            "too little was tried",
            panic("shortest_path", INDEX).varied(|it| {
                it.sites = vec![Site::of(Tally { alike: 1, ..Tally::default() })];
            }),
        ),
        Example::new(
            "the receiver is a number, and the call returns for another",
            panic("scale", BELOW_ZERO).varied(|it| {
                it.sites = vec![Site::of(none_returns())];
                it.receiver.is_unchanged = true;
                it.receiver.remade.smaller = all_return();
            }),
        ),
    ]
}
