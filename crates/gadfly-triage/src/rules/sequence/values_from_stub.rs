//! Values that a stub returns.

use crate::class::Class;
use crate::class::Kind;
use crate::examples::{NONE, death, panic};
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "values-from-stub",
    phase: Phase::Minimised,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Fact,
    summary: "a stub of one of the crate's traits returns values of which the trait may ask something",
    explanation: "A stub has a part in the smallest sequence: a type that gadfly made up to implement one of \
                  the crate's traits. Its methods return values, and it is unknown which of these the trait \
                  asks for. Memory stays what it is: crashes and misused values are not excused.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_excusable = matches!(facts.kind(), Kind::Panic | Kind::Law) && facts.misuse.is_none();
    is_excusable && facts.minimised.as_ref().is_some_and(|it| it.has_stub_with_values)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`read(QuietSource)` unwraps `None`",
        panic("read", NONE).minimised_with(|it| it.has_stub_with_values = true),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`read(QuietSource)` crashes",
            death("read", DeathCause::Signal(Death::SEGFAULT), 3)
                .minimised_with(|it| it.has_stub_with_values = true),
        ),
        Example::new("`read(File)` unwraps `None`", panic("read", NONE).minimised()),
    ]
}
