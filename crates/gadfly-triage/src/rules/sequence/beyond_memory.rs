//! Overflows of positions for which there would be no memory.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::{Effect, Experiment, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "beyond-memory",
    phase: Phase::Minimised,
    conclusion: Conclusion::Class(Class::Resource),
    evidence: Evidence::Experiment,
    summary: "a somewhat smaller number runs out of memory",
    explanation: "A sum of a position overflows, and the position is near the largest number. The sequence was \
                  run again with a smaller number that is still larger than any memory, and memory ran out: \
                  that is one limit, not two. Where a number is a size by itself, the experiment is not made: \
                  code that trusts the sum goes wrong there.",
    needs: &[Experiment::NumberOutOfReach],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    let trial = facts.experiments.result(Experiment::NumberOutOfReach);
    facts.panic().is_some() && trial == Some(Effect::LacksMemory)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`set(usize::MAX, x)` overflows, and `set(1 << 46, x)` runs out of memory",
        panic("set", "attempt to add with overflow")
            .minimised()
            .with(|it| it.experiments.record(Experiment::NumberOutOfReach, Effect::LacksMemory)),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![Example::new(
        "`set(usize::MAX, x)` overflows, and `set(1 << 46, x)` returns",
        panic("set", "attempt to add with overflow")
            .minimised()
            .with(|it| it.experiments.record(Experiment::NumberOutOfReach, Effect::Otherwise)),
    )]
}
