//! Messages with a number that the caller chose.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::{Facts, SmallestSequence};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{is_about_an_argument, must_never_panic};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "names-argument",
    phase: Phase::Minimised,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the message names a number that the caller chose",
    explanation: "The panic is about an index or a range, and the message has a number in it that is one of \
                  the arguments of the last call, or an end of a range among them, wherever it was raised. \
                  Numbers inside other values do not count: the caller did not choose them.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_named = |minimised: &SmallestSequence| {
        let message = minimised.panic_message.as_deref();
        message.is_some_and(|message| is_about_an_argument(message, &minimised.arguments))
    };
    facts.panic().is_some()
        && !must_never_panic(facts.item_method())
        && facts.minimised.as_ref().is_some_and(is_named)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`remove(17)`, deeper: the len is 3 but the index is 17",
            panic("remove", "index out of bounds: the len is 3 but the index is 17")
                .deeper()
                .minimised_with(|it| {
                    it.arguments = vec!["Ring { .. }".to_owned(), "17".to_owned()];
                }),
        ),
        Example::new(
            "`drain(5..=17)` says the same",
            panic("drain", "index out of bounds: the len is 3 but the index is 17")
                .deeper()
                .minimised_with(|it| it.arguments = vec!["5..=17".to_owned()]),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`remove(16)` says that of 17",
            panic("remove", "index out of bounds: the len is 3 but the index is 17")
                .deeper()
                .minimised_with(|it| it.arguments = vec!["16".to_owned()]),
        ),
        Example::new(
            "`fmt` says that",
            panic("fmt", "index out of bounds: the len is 3 but the index is 17")
                .minimised_with(|it| it.arguments = vec!["17".to_owned()]),
        ),
    ]
}
