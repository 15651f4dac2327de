//! Panics of functions that could have returned an error.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::{Facts, Panic, Raised};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use gadfly_model::{Prim, Ty};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "could-refuse",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Bug),
    evidence: Evidence::Hint,
    summary: "it returns a `Result` and could have reported an error",
    explanation: "The function reads a text, or takes nothing that decides on an index, and returns a \
                  `Result`: it can report that its input is wrong and need not panic. If it also takes a \
                  number or a handle, a check in the function itself may be about that.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let reads = |panic: &Panic| facts.call.reads_text() && panic.raised != Raised::Itself;
    facts.call.can_refuse()
        && facts.panic().is_some_and(|panic| !facts.call.may_choose_index() || reads(panic))
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`parse(&str) -> Result` says: name too long",
            panic("parse", "name too long -- at most 64").taking_text().fallible(),
        ),
        Example::new(
            "`parse(Country, &str) -> Result` fails deeper",
            panic("parse", "name too long -- at most 64")
                .taking([Ty::adt("k::Handle", []), Ty::shared(Ty::Prim(Prim::Str))])
                .fallible()
                .deeper(),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`parse(Country, &str) -> Result` checks for itself",
            panic("parse", "name too long -- at most 64")
                .taking([Ty::adt("k::Handle", []), Ty::shared(Ty::Prim(Prim::Str))])
                .fallible(),
        ),
        Example::new(
            "`parse(&str)` returns no `Result`",
            panic("parse", "name too long -- at most 64").taking_text(),
        ),
    ]
}
