//! Panics that the documentation of a trait of the standard library allows.

use crate::class::Class;
use crate::examples::{BELOW_ZERO, BY_ZERO, INDEX, TOO_LARGE, panic};
use crate::facts::{Call, Facts};
use crate::rule::{Conclusion, Evidence, Example, Phase, Rule};
use crate::words::{admits_a_bug, is_arithmetic, is_of_the_language, is_result_too_large};

/// The rule.
pub(crate) const RULE: Rule = Rule {
    id: "documented-by-trait",
    phase: Phase::Seen,
    conclusion: Conclusion::Class(Class::Documented),
    evidence: Evidence::Fact,
    summary: "the standard library's documentation of the trait allows it",
    explanation: "Operators may overflow as those of numbers do and refuse a divisor of zero, indexing may \
                  refuse an index, `sum` and `product` may overflow, `step_by` refuses zero, and a future may \
                  refuse to be polled after it has completed.",
    needs: &[],
    applies,
    matches,
    lookalikes,
};

fn applies(facts: &Facts) -> bool {
    facts.panic().is_some() && is_allowed(&facts.call, &facts.message)
}

/// Returns whether the documentation of the method's trait allows this panic.
fn is_allowed(call: &Call, message: &str) -> bool {
    let overflow = match call.trait_.as_deref() {
        Some("Add" | "AddAssign") => "add with overflow",
        Some("Sub" | "SubAssign") => "subtract with overflow",
        Some("Mul" | "MulAssign") => "multiply with overflow",
        Some("Neg") => "negate with overflow",
        Some("Shl" | "ShlAssign") => "shift left with overflow",
        Some("Shr" | "ShrAssign") => "shift right with overflow",
        Some("Div" | "DivAssign") => "divide",
        Some("Rem" | "RemAssign") => "remainder",
        Some("Sum") => "add with overflow",
        Some("Product") => "multiply with overflow",
        Some("Index" | "IndexMut") => {
            return !message.starts_with("attempt to") && !admits_a_bug(message);
        }
        Some("Iterator") if call.method == "step_by" => "step != 0",
        Some("Future") if call.method == "poll" => "after completion",
        _ => return false,
    };
    // Sums of fractions take products; the result has no room either way.
    let is_too_large = is_arithmetic(call.trait_.as_deref()) && is_result_too_large(message);
    let is_explicit = !is_of_the_language(message) && message.to_lowercase().contains("overflow");
    let is_zero = overflow.starts_with("divide") || overflow.starts_with("remainder");
    is_too_large
        || is_explicit
        || (is_zero && ["zero", "== 0"].iter().any(|zero| message.contains(zero)))
        || message.contains(overflow)
}

fn matches() -> Vec<Example> {
    vec![
        Example::new("`-` overflows below zero", panic("sub", BELOW_ZERO).deeper().of_trait("Sub")),
        Example::new("`/` divides by zero", panic("div", BY_ZERO).deeper().of_trait("Div")),
        Example::new(
            "`/` refuses zero in words",
            panic("div", "denominator == 0").deeper().of_trait("Div"),
        ),
        Example::new("`index` is out of bounds", panic("index", INDEX).deeper().of_trait("Index")),
        Example::new(
            "`+` says that it overflows",
            panic("add", "`DateTime + TimeDelta` overflowed").deeper().of_trait("Add"),
        ),
        Example::new(
            "`+` of fractions takes a product that is too large",
            panic("add", TOO_LARGE).deeper().of_trait("Add"),
        ),
    ]
}

fn lookalikes() -> Vec<Example> {
    vec![
        Example::new(
            "`+` takes a difference below zero",
            panic("add", BELOW_ZERO).deeper().of_trait("Add"),
        ),
        Example::new("`&` overflows", panic("bitand", TOO_LARGE).deeper().of_trait("BitAnd")),
        Example::new("`index` overflows", panic("index", BELOW_ZERO).deeper().of_trait("Index")),
    ]
}
