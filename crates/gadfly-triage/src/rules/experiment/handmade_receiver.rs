//! Values that only public fields bring about.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, all_return, panic};
use crate::facts::{Facts, Tally};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "handmade-receiver",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Experiment,
    summary: "only a value put together of public fields fails",
    explanation: "The receiver is put together of its public fields. The crate has functions that make such \
                  values; the call returns for values that they make and fails for none of them. The caller made a \
                  value that the crate never makes.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let receiver = variation.receiver;
    receiver.is_handmade && receiver.constructed.returned > 0 && receiver.constructed.alike == 0
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`Span { start: 5, end: 2 }.len()` overflows, and `Span::new(0, 1).len()` returns",
        panic("len", BELOW_ZERO).without_arguments().varied(|it| {
            it.receiver.is_handmade = true;
            it.receiver.constructed = all_return();
        }),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`Span::new(0, 1).len()` fails in the same way",
            panic("len", BELOW_ZERO).without_arguments().varied(|it| {
                it.receiver.is_handmade = true;
                it.receiver.constructed = Tally { alike: 1, ..all_return() };
            }),
        ),
        Example::new(
            "the receiver is made by a function",
            panic("len", BELOW_ZERO).without_arguments().varied(|it| {
                it.receiver.constructed = all_return();
            }),
        ),
    ]
}
