//! Calls that come too early, too late or too often.

use crate::class::Class;
use crate::examples::panic;
use crate::facts::{Facts, Raised};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::is_about_order;

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "order-of-calls",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Precondition),
    evidence: Evidence::Hint,
    summary: "the author requires another order of calls",
    explanation: "The function itself refuses to be called now, in words of the author's: something was \
                  `already` done, or has to be done `before`. A message that gives a reason why that cannot be \
                  (`already checked`) is what the author relied on.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some_and(|panic| panic.raised == Raised::Itself)
        && is_about_order(&facts.message)
}

fn matches() -> Vec<Example> {
    vec![Example::new(
        "`finish` says: finish() was already called",
        panic("finish", "finish() was already called").without_arguments(),
    )]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "the same is raised deeper",
            panic("finish", "finish() was already called").without_arguments().deeper(),
        ),
        Example::new(
            "`finish` says: already checked",
            panic("finish", "already checked").without_arguments(),
        ),
        Example::new(
            "`borrow` says: RefCell already borrowed",
            panic("borrow", "RefCell already borrowed").without_arguments(),
        ),
    ]
}
