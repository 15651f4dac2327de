//! Divisions by zero that only several zeros at once cause.

use crate::class::Class;
use crate::examples::{BY_ZERO, all_return, none_returns, panic};
use crate::facts::{Facts, Site};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_by_zero;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "only-zeros-together",
    phase: Phase::Varied,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Experiment,
    summary: "only several zeros at once cause the division by zero",
    explanation: "The language reports a divisor of zero. Of two or more arguments that are zero, each alone may \
                  be zero: the call returns as soon as one of them is not. A check for a divisor would have to \
                  look at one of them.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let Some(variation) = &facts.variation else { return false };
    let zeros = variation.sites.iter().filter(|site| site.is_zero);
    let decide = |site: &Site| site.trials.all().returned > 0;
    is_by_zero(facts.shown_message()) && zeros.clone().count() > 1 && zeros.clone().all(decide)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`lcm(0, 0)` divides by zero, and `lcm(0, 1)` and `lcm(1, 0)` do not",
        panic("lcm", BY_ZERO).varied(|it| {
            it.sites = [1, 2]
                .map(|argument| Site { argument, is_zero: true, ..Site::around(all_return()) })
                .to_vec();
        }),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`divide(0, 0)` divides by zero for any first number",
        panic("divide", BY_ZERO).varied(|it| {
            let of = |argument, tally| Site { argument, is_zero: true, ..Site::around(tally) };
            it.sites = vec![of(1, none_returns()), of(2, all_return())];
        }),
    )]
}
