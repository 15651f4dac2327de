//! Messages that are about arguments.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::speaks_of_arguments;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "message-about-arguments",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the message is about an argument",
    explanation: "The author's message speaks of arguments: something is out of range, too long, invalid, \
                  expected or not found. It is believed deeper in the crate, too.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_with_choice() && speaks_of_arguments(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`intersect(29..1)` says: invalid range",
            panic("intersect", "invalid range 29..1 for a set of size 1").deeper(),
        ),
        Example::new("`add(9)` says: overflow", panic("add", "overflow").deeper()),
        Example::new(
            "`zip(short)` says: iterator not long enough",
            panic("zip", "iterator not long enough").deeper(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "the same without arguments",
            panic("intersect", "invalid range 29..1 for a set of size 1").without_arguments(),
        ),
        Example::new(
            "the message says nothing of arguments",
            panic("insert", "lost an entry").deeper(),
        ),
    ]
}
