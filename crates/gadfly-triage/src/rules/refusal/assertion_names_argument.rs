//! Assertions that name an argument.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::Facts;
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{names_one_of, words_of_assertion};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "assertion-names-argument",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "an assertion names an argument, which was passed on as it came",
    explanation: "The condition of an assertion deeper in the crate mentions an argument of the called \
                  function by its name: it was passed on as it came, and is checked there.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.is_panic_with_choice()
        && words_of_assertion(&facts.message).is_some()
        && names_one_of(&facts.message, &facts.call.argument_names)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`select(start, end)` asserts `end.1 <= grid.rows()` deeper in the crate",
        panic("select", "assertion failed: end.1 <= grid.rows()")
            .deeper()
            .naming(&["start", "end"]),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`select(start, end)` asserts `self.ended()`",
            panic("select", "assertion failed: self.ended()").deeper().naming(&["start", "end"]),
        ),
        Example::new(
            "the name is only in the values",
            panic("select", "assertion failed: self.is_sorted()\n  end: 3")
                .deeper()
                .naming(&["start", "end"]),
        ),
        Example::new(
            "`left` is what a comparison calls its side",
            panic("select", "assertion `left == right` failed").deeper().naming(&["left"]),
        ),
    ]
}
