//! Assertions that are not about arguments.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::words_of_assertion;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "internal-assertion",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "an assertion deeper in the crate fails, and is not about an argument",
    explanation: "An assertion fails that is not in the called function itself, mentions no argument and \
                  compares no index with a length: the author relied on it to hold.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && words_of_assertion(&facts.message).is_some()
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`insert(9)` asserts `!self.empty` deeper in the crate",
            panic("insert", "assertion failed: !self.empty").deeper(),
        ),
        Example::new(
            "`pop()` asserts something of the stack",
            panic("pop", "assertion failed: len <= A::size()").without_arguments(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`insert(9)` asserts the same itself",
        panic("insert", "assertion failed: !self.empty"),
    )]
}
