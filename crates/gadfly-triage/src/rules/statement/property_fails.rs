//! Properties that do not hold.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::{Facts, Failure};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "property-fails",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Fact,
    summary: "a property does not hold",
    explanation: "A property, a contract or an exhaustively checked function that a person wrote does not hold \
                  for these inputs. Nothing excuses that, whatever the message: a property excludes inputs by \
                  its own assumptions.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.failure == Failure::Property
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`#[gadfly::property] fn sorted(list: List)` fails",
        Facts::stated(Failure::Property, "k::sorted", "assertion failed: list.is_sorted()"),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "a function with an argument asserts the same",
        panic("insert", "assertion failed: list.is_sorted()"),
    )]
}
