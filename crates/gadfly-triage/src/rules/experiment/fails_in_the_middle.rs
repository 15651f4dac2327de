//! Panics that no check stands for, at values in the middle.

use gadfly_model::{Prim, Ty};

use crate::class::Class;
use crate::examples::{BY_ZERO, INDEX, TOO_LARGE, all_return, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{is_by_zero, is_within_a_char};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "fails-in-the-middle",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Experiment,
    summary: "it fails for this value, and returns for smaller and for larger ones",
    explanation: "The language raised the panic, or code that the author holds to be unreachable. The call returns \
                  for smaller values of one argument and for larger ones: the value is at no edge that a caller \
                  has to keep to. Divisors of zero and indices within a character are in the middle by nature, and \
                  do not count.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let message = facts.shown_message();
    facts.is_panic_without_check()
        && !facts.is_overflow_of_numbers()
        && !is_by_zero(message)
        && !is_within_a_char(message)
        && variation.sites_in_the_middle().next().is_some()
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`get(31)` is out of bounds, and `get(30)` and `get(32)` return",
        panic("get", INDEX).deeper().varied(|it| it.sites = vec![Site::around(all_return())]),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`get(31)` is out of bounds, and so is all above",
            panic("get", INDEX).deeper().varied(|it| it.sites = vec![Site::below(all_return())]),
        ),
        Example::new(
            "`common(i32::MIN, 0)` has no room for its result, and has for -1 and 1",
            panic("common", TOO_LARGE)
                .varied(|it| it.sites = vec![Site::around(all_return())])
                .with(|it| it.call.parameters.retain(|it| it.ty == Ty::Prim(Prim::Usize))),
        ),
        Example::new(
            "`per(0)` divides by zero, and returns for -1 and 1",
            panic("per", BY_ZERO).varied(|it| it.sites = vec![Site::around(all_return())]),
        ),
    ]
}
