//! Stacks that overflow for unrealistic arguments.

use crate::class::Class;
use crate::examples::death;
use crate::facts::{Death, DeathCause, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "deep-recursion",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Hint,
    summary: "an argument above a million explains that the stack or memory ran out",
    explanation: "The stack overflowed, or the process aborted, and an argument (or a number that the value \
                  was made from) is larger than a million. Recursion that deep, and allocations that large, \
                  are not what anybody uses.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let is_deep = |death: &Death| {
        let overflows = match &death.end {
            DeathCause::Sanitizer { error } => error == "stack-overflow",
            DeathCause::Signal(Death::ABORTED | Death::SEGFAULT) => !death.is_undefined_behaviour(),
            _ => false,
        };
        overflows && death.magnitude > Death::LARGE_SIZE
    };
    facts.death().is_some_and(is_deep)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new(
            "`nested(u64::MAX)` overflows its stack",
            death("nested", DeathCause::Signal(Death::SEGFAULT), u64::MAX),
        ),
        Example::new(
            "a sanitizer reports that",
            death("nested", DeathCause::Sanitizer { error: "stack-overflow".to_owned() }, u64::MAX),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`nested(3)` overflows its stack",
            death("nested", DeathCause::Signal(Death::SEGFAULT), 3),
        ),
        Example::new(
            "a sanitizer reports that for `nested(3)`",
            death("nested", DeathCause::Sanitizer { error: "stack-overflow".to_owned() }, 3),
        ),
        Example::new(
            "undefined behaviour with a large argument",
            death("nested", DeathCause::Signal(Death::ABORTED), u64::MAX)
                .noting("unsafe precondition(s) violated: slice::get_unchecked requires …"),
        ),
        Example::new("`nested(u64::MAX)` exits", death("nested", DeathCause::Exit(0), u64::MAX)),
    ]
}
