//! Messages of panics that the author of a function wrote.

use super::is_of_the_language;

/// Returns whether the author says that this cannot happen.
pub fn admits_a_bug(message: &str) -> bool {
    let message = message.to_lowercase();
    let signs = ["a bug", "bug in", "unreachable", "internal error", "should never", "invariant"];
    signs.iter().any(|sign| message.contains(sign))
}

/// Returns whether the author says that a result or an input is no number: for such there is no other type.
pub fn is_no_number(message: &str) -> bool {
    let mut words = message.split(|letter: char| !letter.is_alphanumeric());
    !is_of_the_language(message) && words.any(|word| word.eq_ignore_ascii_case("nan"))
}

/// Returns whether the author says that something was called too early, too late or too often, and gives no reason why
/// that cannot be.
pub fn is_about_order(message: &str) -> bool {
    let message = message.to_lowercase();
    let words = message.split(|letter: char| !letter.is_alphanumeric());
    let has = |signs: &[&str]| words.clone().any(|word| signs.contains(&word));
    // `expect("already checked")` is what an author relies on.
    let reasons = ["checked", "ensured", "guaranteed", "just", "validated", "verified"];
    !is_of_the_language(&message)
        && !message.starts_with("assertion")
        && has(&["already", "after", "before", "twice", "once"])
        && !has(&reasons)
}

/// Returns whether the author speaks of a division by zero.
pub fn speaks_of_division(message: &str) -> bool {
    message.to_lowercase().contains("division by zero")
}

/// Returns whether an author's words are about an argument.
pub fn speaks_of_arguments(words: &str) -> bool {
    let signs = [
        "out of range",
        "out of bounds",
        "index",
        "range",
        "should be",
        "must be",
        "must not",
        "cannot",
        "can't",
        "exceed",
        "overflow",
        "too large",
        "too small",
        "too long",
        "too short",
        "not long enough",
        "invalid",
        "expected",
        "non-zero",
        "not a char boundary",
        "zero",
        "empty",
        "not found",
        "no such",
        "mismatch",
        "incompatible",
        "different length",
        "same length",
        "number of elements",
    ];
    let words = words.to_lowercase();
    signs.iter().any(|sign| words.contains(sign))
}
