//! Panics: a bug, a documented one, a check of an argument, or a matter of size.

use gadfly_plan::types::tracked::is_misuse;

use super::arithmetic::{
    divides, is_arithmetic, is_by_zero, is_of_arithmetic, is_result_too_large, speaks_of_division,
};
use crate::report::Class;

/// What is known of a call that panicked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Panicked<'p> {
    /// The method at fault: the one called, or the one the engine used.
    pub(crate) method: &'p str,
    /// The trait it belongs to, without its path.
    pub(crate) trait_: Option<&'p str>,
    /// Whether its documentation says when it panics.
    pub(crate) is_documented: bool,
    /// Whether it handed what it was given, item by item, to a function whose documentation says when it panics.
    pub(crate) hands_on: bool,
    /// Whether its documentation asks something of values that it does not say to check.
    pub(crate) has_requirement: bool,
    /// Whether the panic was raised in the called function itself, not somewhere below.
    pub(crate) is_own_check: bool,
    /// Whether the place of the panic is the call: the callee was told to blame its caller.
    pub(crate) blames_caller: bool,
    /// Whether it takes anything but a receiver, so that the caller had a choice to get wrong.
    pub(crate) has_arguments: bool,
    /// What its documentation calls these.
    pub(crate) arguments: &'p [String],
    /// Whether one of these may be an index, or decide on one; texts are read, whatever is in them.
    pub(crate) may_choose_index: bool,
    /// Whether it takes a text.
    pub(crate) reads_text: bool,
    /// Whether all that the caller chose is `..`.
    pub(crate) takes_everything: bool,
    /// Whether what it returns can say that something is wrong.
    pub(crate) can_refuse: bool,
    /// Whether code of the subject took part at all.
    pub(crate) is_in_subject: bool,
    /// Whether a type that was chosen for a parameter stopped it, by an operator of its own.
    pub(crate) by_operator: bool,
    /// Whether there is a version of it that does not panic: `checked_ln` beside `ln`.
    pub(crate) has_checked_sibling: bool,
}

/// Whose fault a panic looks like.
pub(crate) fn class_of_panic(call: Panicked<'_>, message: &str) -> Class {
    if is_misuse(message) {
        // No call of safe functions excuses that.
        Class::Bug
    } else if is_resource(message) {
        Class::Resource
    } else if !call.is_in_subject {
        Class::Precondition
    } else if call.is_documented && is_promise(call.method) {
        Class::Documented
    } else if must_never_panic(call.method)
        || says_unreachable(message)
        || (call.takes_everything && is_about_a_place(message))
    {
        Class::Bug
    } else if call.is_documented
        || (call.hands_on && !is_of_the_language(message))
        || std_says_so(call, message)
    {
        Class::Documented
    } else if admits_a_bug(message) {
        Class::Bug
    } else if is_choice(call, message)
        || (!is_of_the_language(message) && speaks_of_division(message))
        || (divides(call.method) && is_by_zero(message))
        || is_no_number(message)
        || (call.is_own_check && is_about_order(message))
        || is_unwrapping(call.method, message)
        || (call.has_arguments && is_precondition(call, message))
    {
        Class::Precondition
    } else {
        Class::Bug
    }
}

/// Nobody expects these to fail, whatever the values.
pub(crate) fn must_never_panic(method: &str) -> bool {
    let exact = [
        "fmt",
        "hash",
        "drop",
        "eq",
        "ne",
        "cmp",
        "partial_cmp",
        "lt",
        "le",
        "gt",
        "ge",
        "size_hint",
        "clone",
        "clone_from",
    ];
    exact.contains(&method) || is_promise(method)
}

/// Whether the name alone promises not to panic; documentation can take that back.
fn is_promise(method: &str) -> bool {
    let families = ["is_", "try_", "checked_", "wrapping_", "saturating_", "overflowing_"];
    families.iter().any(|family| method.starts_with(family))
}

/// What maintainers refuse to call a bug: sizes that no machine has.
pub(crate) fn is_resource(message: &str) -> bool {
    let signs = [
        "capacity overflow",
        "memory allocation",
        "out of memory",
        "out-of-memory",
        "OutOfMemory",
        "LayoutError",
        "AllocError",
    ];
    signs.iter().any(|sign| message.contains(sign))
}

/// Panics that the standard library's documentation of a trait allows.
fn std_says_so(call: Panicked<'_>, message: &str) -> bool {
    let overflow = match call.trait_ {
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
    let is_own_kind = message.starts_with("attempt to") && message.contains(overflow);
    // Sums of fractions take products; the result has no room either way.
    let is_too_large = is_arithmetic(call.trait_) && is_result_too_large(message);
    let is_explicit = !is_of_the_language(message) && message.to_lowercase().contains("overflow");
    let is_zero = overflow.starts_with("divide") || overflow.starts_with("remainder");
    is_own_kind
        || is_too_large
        || is_explicit
        || (is_zero && ["zero", "== 0"].iter().any(|zero| message.contains(zero)))
        || message.contains(overflow)
}

/// `unreachable!()`: no documentation says when that happens.
fn says_unreachable(message: &str) -> bool {
    message.starts_with("internal error: entered unreachable code")
}

/// The author says that this cannot happen.
fn admits_a_bug(message: &str) -> bool {
    let message = message.to_lowercase();
    let signs = ["a bug", "bug in", "unreachable", "internal error", "should never", "invariant"];
    signs.iter().any(|sign| message.contains(sign))
}

/// Whether the caller chose to have this checked by panics: there is a version without them, or
/// the arithmetic is that of a type of the caller's. What else std complains about, it finds inside.
fn is_choice(call: Panicked<'_>, message: &str) -> bool {
    let is_arithmetic = message.starts_with("attempt to");
    (call.by_operator && is_arithmetic)
        || (is_of_arithmetic(call.method) && is_result_too_large(message))
        || (call.has_checked_sibling && (is_arithmetic || !is_of_the_language(message)))
}

/// Whether a method is there to panic: `unwrap`, `expect_str`.
fn is_unwrapping(method: &str, message: &str) -> bool {
    let mut words = method.split('_');
    words.any(|word| word == "unwrap" || word == "expect") && !is_of_the_language(message)
}

/// The author says that a result is no number, or what came in is none: for such there is no other type.
fn is_no_number(message: &str) -> bool {
    let mut words = message.split(|letter: char| !letter.is_alphanumeric());
    !is_of_the_language(message) && words.any(|word| word.eq_ignore_ascii_case("nan"))
}

/// The author says that something was called too early, too late or too often; not why that cannot be.
fn is_about_order(message: &str) -> bool {
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

/// Whether a check at the door refused what came in: raised by the called function itself, or in
/// words that speak of an argument.
fn is_precondition(call: Panicked<'_>, message: &str) -> bool {
    if call.blames_caller {
        return true;
    }
    // Whoever reads a text and can say that it is wrong need not panic; what happens further down is nothing that others who
    // pass it something else have chosen.
    if call.can_refuse && (!call.may_choose_index || (call.reads_text && !call.is_own_check)) {
        return false;
    }
    if is_of_the_language(message) {
        let is_index = message.contains("index") || message.contains("out of range");
        return call.is_own_check && ((is_index && call.may_choose_index) || is_by_zero(message));
    }
    if is_about_lengths(message) {
        return call.may_choose_index;
    }
    if let Some(words) = words_of_assertion(message) {
        return call.is_own_check
            || speaks_of_arguments(words)
            || (call.may_choose_index && is_check_of_index(message))
            || call.has_requirement
            || message.contains("is_char_boundary(")
            || names_one_of(message, call.arguments);
    }
    call.is_own_check || speaks_of_arguments(message)
}

/// What an author said in an assertion, beside its condition; nothing of other panics.
fn words_of_assertion(message: &str) -> Option<&str> {
    let rest = message.strip_prefix("assertion")?;
    let is_comparison = rest.starts_with(" `left");
    let words = rest.split_once("failed: ").filter(|_| is_comparison);
    Some(words.map_or("", |(_, words)| words.lines().next().unwrap_or_default()))
}

/// Whether an author's words are about what was passed.
fn speaks_of_arguments(words: &str) -> bool {
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

/// What the standard library says of an index that is out of bounds, or of one that was computed wrongly.
pub(crate) fn is_about_a_place(message: &str) -> bool {
    let starts = [
        "index out of bounds",
        "range start index",
        "range end index",
        "slice index",
        "byte index",
        "start byte index",
        "end byte index",
    ];
    message.ends_with("with overflow") || starts.iter().any(|start| message.starts_with(start))
}

/// What the standard library says of slices that do not fit each other.
fn is_about_lengths(message: &str) -> bool {
    ["slices have different lengths", "does not match destination slice length"]
        .iter()
        .any(|sign| message.contains(sign))
}

/// Whether an assertion holds an index against a length: `index <= self.len()`.
fn is_check_of_index(assertion: &str) -> bool {
    let words = assertion.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let has = |names: &[&str]| words.clone().any(|word| names.contains(&word));
    has(&["index", "idx", "at", "pos", "position", "offset"]) && has(&["len", "length", "size"])
}

/// Whether an assertion mentions an argument by its name: it was handed on as it came, and is checked further down.
fn names_one_of(assertion: &str, arguments: &[String]) -> bool {
    let condition = assertion.lines().next().unwrap_or_default();
    // `assert_eq!` calls its own sides that.
    let condition = condition.replace("`left == right`", "").replace("`left != right`", "");
    let mut words = condition.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word| arguments.iter().any(|argument| argument == word))
}

/// Messages that the compiler or the standard library make up, not the author.
fn is_of_the_language(message: &str) -> bool {
    let starts = [
        "attempt to",
        "index out of bounds: the len is",
        "range start index",
        "range end index",
        "slice index starts at",
        "called `Option::unwrap()`",
        "called `Result::unwrap()`",
        "called `Result::unwrap_err()`",
        "already borrowed",
        "already mutably borrowed",
        "RefCell already",
        "refcell already",
        "byte index",
        "start byte index",
        "end byte index",
        "explicit panic",
        "not implemented",
        "not yet implemented",
    ];
    starts.iter().any(|start| message.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: Panicked<'_> = Panicked {
        method: "insert",
        trait_: None,
        is_documented: false,
        hands_on: false,
        has_requirement: false,
        is_own_check: true,
        blames_caller: false,
        has_arguments: true,
        arguments: &[],
        may_choose_index: true,
        reads_text: false,
        takes_everything: false,
        can_refuse: false,
        is_in_subject: true,
        by_operator: false,
        has_checked_sibling: false,
    };
    const OVERFLOW: &str = "attempt to subtract with overflow";
    const INDEX: &str = "index out of bounds: the len is 0 but the index is 0";

    #[test]
    fn documentation_wins_over_messages_but_not_over_sizes() {
        let documented = Panicked { is_documented: true, ..CALL };
        assert_eq!(class_of_panic(documented, OVERFLOW), Class::Documented);
        assert_eq!(class_of_panic(documented, "capacity overflow"), Class::Resource);
        assert_eq!(class_of_panic(CALL, OVERFLOW), Class::Bug);
    }

    #[test]
    fn whoever_has_a_checked_version_or_a_chosen_type_may_panic() {
        let lonely = Panicked { has_arguments: false, ..CALL };
        assert_eq!(class_of_panic(lonely, "ln of zero"), Class::Bug);
        let checked = Panicked { has_checked_sibling: true, ..lonely };
        assert_eq!(class_of_panic(checked, "ln of zero"), Class::Precondition);
        assert_eq!(class_of_panic(checked, INDEX), Class::Bug);
        let generic = Panicked { by_operator: true, ..lonely };
        assert_eq!(class_of_panic(generic, OVERFLOW), Class::Precondition);
        assert_eq!(class_of_panic(lonely, OVERFLOW), Class::Bug);
        assert_eq!(class_of_panic(lonely, "Division by zero"), Class::Precondition);
        let unwrap = Panicked { method: "unwrap", ..lonely };
        assert_eq!(class_of_panic(unwrap, "No such local time"), Class::Precondition);
        assert_eq!(class_of_panic(unwrap, OVERFLOW), Class::Bug);
    }

    #[test]
    fn a_range_without_ends_is_in_bounds_whatever_the_documentation_says() {
        let documented = Panicked { is_documented: true, ..CALL };
        assert_eq!(class_of_panic(documented, INDEX), Class::Documented);
        let everything = Panicked { takes_everything: true, ..documented };
        assert_eq!(class_of_panic(everything, INDEX), Class::Bug);
        assert_eq!(class_of_panic(everything, OVERFLOW), Class::Bug);
        assert_eq!(class_of_panic(everything, "it is empty"), Class::Documented);
    }

    #[test]
    fn some_methods_must_never_panic() {
        for method in ["fmt", "eq", "size_hint", "clone", "is_empty", "try_push", "checked_add"] {
            let call = Panicked { method, ..CALL };
            assert_eq!(class_of_panic(call, INDEX), Class::Bug, "{method}");
        }
        let call = |method| Panicked { method, is_documented: true, ..CALL };
        assert_eq!(class_of_panic(call("fmt"), INDEX), Class::Bug);
        assert_eq!(class_of_panic(call("try_insert"), INDEX), Class::Documented);
    }

    #[test]
    fn checks_at_the_door_are_preconditions_and_deeper_ones_are_bugs() {
        let deeper = Panicked { is_own_check: false, ..CALL };
        let lonely = Panicked { has_arguments: false, ..CALL };
        for message in [INDEX, "assertion failed: len <= A::size()"] {
            assert_eq!(class_of_panic(CALL, message), Class::Precondition);
            assert_eq!(class_of_panic(deeper, message), Class::Bug);
            assert_eq!(class_of_panic(lonely, message), Class::Bug);
        }
        let boundary = "assertion failed: self.as_str().is_char_boundary(index)";
        assert_eq!(class_of_panic(deeper, boundary), Class::Precondition);
        let required = Panicked { has_requirement: true, ..deeper };
        assert_eq!(class_of_panic(required, "assertion failed: max <= x"), Class::Precondition);
        assert_eq!(class_of_panic(required, OVERFLOW), Class::Bug);
        for words in ["invalid range 29..1 for a set of size 1", "overflow"] {
            assert_eq!(class_of_panic(deeper, words), Class::Precondition);
            assert_eq!(class_of_panic(lonely, words), Class::Bug);
        }
        let unwrap = "called `Option::unwrap()` on a `None` value";
        assert_eq!(class_of_panic(CALL, unwrap), Class::Bug);
    }

    #[test]
    fn authors_may_ask_for_an_order_of_calls_and_for_numbers() {
        let lonely = Panicked { has_arguments: false, ..CALL };
        for said in ["finish() was already called", "Sine resulted in NaN: FloatIsNan"] {
            assert_eq!(class_of_panic(lonely, said), Class::Precondition);
            let promised = Panicked { method: "try_finish", ..lonely };
            assert_eq!(class_of_panic(promised, said), Class::Bug);
        }
        for of_the_language in ["RefCell already borrowed", "already borrowed: BorrowMutError"] {
            assert_eq!(class_of_panic(lonely, of_the_language), Class::Bug);
            assert_eq!(class_of_panic(CALL, of_the_language), Class::Bug);
        }
        assert_eq!(class_of_panic(lonely, "this can never be the tenant"), Class::Bug);
        let further = Panicked { is_own_check: false, ..lonely };
        assert_eq!(class_of_panic(further, "finish() was already called"), Class::Bug);
        for relied_on in ["already checked", "the length was validated before", "just added once"] {
            assert_eq!(class_of_panic(lonely, relied_on), Class::Bug, "{relied_on}");
        }
    }

    #[test]
    fn words_about_arguments_are_believed_in_assertions_too() {
        let deeper = Panicked { is_own_check: false, ..CALL };
        let sides = "\n  left: 2\n right: 3";
        let shapes = format!("assertion `left == right` failed: dimensions mismatch{sides}");
        assert_eq!(class_of_panic(deeper, &shapes), Class::Precondition);
        assert_eq!(class_of_panic(deeper, "iterator not long enough"), Class::Precondition);
        let lonely = Panicked { has_arguments: false, ..deeper };
        assert_eq!(class_of_panic(lonely, &shapes), Class::Bug);
        let silent = format!("assertion `left == right` failed{sides}, mismatch");
        assert_eq!(class_of_panic(deeper, &silent), Class::Bug);
        let internal = format!("assertion `left == right` failed: lost an entry{sides}");
        assert_eq!(class_of_panic(deeper, &internal), Class::Bug);
        // The condition is the author's as well, but says nothing to callers.
        assert_eq!(class_of_panic(deeper, "assertion failed: !self.empty"), Class::Bug);
    }

    #[test]
    fn assertions_about_what_was_handed_on_are_preconditions() {
        let arguments = ["start".to_owned(), "end".to_owned()];
        let deeper = Panicked { is_own_check: false, arguments: &arguments, ..CALL };
        let class = |message| class_of_panic(deeper, message);
        assert_eq!(class("assertion failed: end.1 <= grid.rows()"), Class::Precondition);
        assert_eq!(class("assertion failed: self.ended()"), Class::Bug);
        assert_eq!(class("assertion failed: self.is_sorted()\n  end: 3"), Class::Bug);
        let sides = Panicked { arguments: &["left".to_owned()], ..deeper };
        assert_eq!(class_of_panic(sides, "assertion `left == right` failed"), Class::Bug);
        assert_eq!(class("assertion failed: index <= self.len()"), Class::Precondition);
        assert_eq!(class("assertion failed: self.left <= self.len()"), Class::Bug);
        let lengths =
            "copy_from_slice: source slice length (1) does not match destination slice length (0)";
        assert_eq!(class(lengths), Class::Precondition);
        let texts = Panicked { may_choose_index: false, ..deeper };
        assert_eq!(class_of_panic(texts, lengths), Class::Bug);
    }

    #[test]
    fn whoever_only_hands_in_texts_has_chosen_no_index() {
        let parser = Panicked { may_choose_index: false, ..CALL };
        for message in [INDEX, "byte index 1 is not a char boundary; it is inside 'ß' (bytes 0..2)"]
        {
            assert_eq!(class_of_panic(parser, message), Class::Bug);
            assert_eq!(class_of_panic(CALL, message), Class::Precondition);
        }
        for said in ["assertion failed: text.len() > 3", "name too long -- at most 64"] {
            assert_eq!(class_of_panic(parser, said), Class::Precondition);
            let fallible = Panicked { can_refuse: true, ..parser };
            assert_eq!(class_of_panic(fallible, said), Class::Bug);
            let indexed = Panicked { may_choose_index: true, ..fallible };
            assert_eq!(class_of_panic(indexed, said), Class::Precondition);
            // With a country and a text, say: neither is what something further down complains about.
            let further = Panicked { is_own_check: false, reads_text: true, ..indexed };
            assert_eq!(class_of_panic(further, said), Class::Bug);
        }
    }

    #[test]
    fn operators_overflow_as_those_of_numbers_do() {
        let of = |trait_| Panicked { trait_: Some(trait_), is_own_check: false, ..CALL };
        assert_eq!(class_of_panic(of("Sub"), OVERFLOW), Class::Documented);
        assert_eq!(class_of_panic(of("Mul"), OVERFLOW), Class::Bug);
        assert_eq!(class_of_panic(of("Div"), "attempt to divide by zero"), Class::Documented);
        assert_eq!(class_of_panic(of("Div"), "denominator == 0"), Class::Documented);
        assert_eq!(class_of_panic(of("Index"), INDEX), Class::Documented);
        let said = "`DateTime + TimeDelta` overflowed";
        assert_eq!(class_of_panic(of("Add"), said), Class::Documented);
    }

    #[test]
    fn results_that_have_no_room_are_a_matter_of_the_operands() {
        let of = |trait_| Panicked { trait_: Some(trait_), is_own_check: false, ..CALL };
        let product = "attempt to multiply with overflow";
        for operator in ["Add", "SubAssign", "Rem", "Sum"] {
            assert_eq!(class_of_panic(of(operator), product), Class::Documented, "{operator}");
        }
        // A difference that is below zero is a mistake of whoever took it.
        assert_eq!(class_of_panic(of("Add"), OVERFLOW), Class::Bug);
        assert_eq!(class_of_panic(of("BitAnd"), product), Class::Bug);
        let lcm = Panicked { method: "lcm", is_own_check: false, ..CALL };
        assert_eq!(class_of_panic(lcm, product), Class::Precondition);
        assert_eq!(class_of_panic(lcm, OVERFLOW), Class::Bug);
        let insert = Panicked { is_own_check: false, ..CALL };
        assert_eq!(class_of_panic(insert, product), Class::Bug);
    }

    #[test]
    fn what_is_documented_for_one_item_is_documented_for_many() {
        let refused = "assertion failed: range.start < range.end";
        let extend = Panicked { method: "extend", is_own_check: false, hands_on: true, ..CALL };
        assert_eq!(class_of_panic(extend, refused), Class::Documented);
        assert_eq!(class_of_panic(extend, OVERFLOW), Class::Bug, "nobody checked anything");
        let other = Panicked { hands_on: false, ..extend };
        assert_eq!(class_of_panic(other, refused), Class::Bug);
    }

    #[test]
    fn divisors_that_are_zero_are_refused_wherever_the_division_is() {
        let further = Panicked { is_own_check: false, ..CALL };
        for message in [
            "attempt to divide by zero",
            "attempt to calculate the remainder with a divisor of zero",
        ] {
            let divided = Panicked { method: "div_mod_floor", ..further };
            assert_eq!(class_of_panic(divided, message), Class::Precondition);
            assert_eq!(class_of_panic(further, message), Class::Bug);
            let asked = Panicked { method: "is_multiple_of", ..further };
            assert_eq!(class_of_panic(asked, message), Class::Bug, "a question has an answer");
        }
    }

    #[test]
    fn authors_who_speak_of_bugs_are_believed() {
        let message = "index 3 not found: this is a bug in rtree";
        assert_eq!(class_of_panic(CALL, message), Class::Bug);
        let documented = Panicked { is_documented: true, ..CALL };
        let unreachable = "internal error: entered unreachable code: it has room";
        assert_eq!(class_of_panic(documented, unreachable), Class::Bug);
    }

    #[test]
    fn values_that_are_not_alive_are_nobodys_choice() {
        let misuse = "a value was dropped after it was dropped";
        for call in [CALL, Panicked { is_documented: true, ..CALL }] {
            assert_eq!(class_of_panic(call, misuse), Class::Bug);
        }
    }

    #[test]
    fn callees_that_blame_their_callers_are_believed() {
        let call = Panicked { blames_caller: true, is_own_check: false, ..CALL };
        assert_eq!(class_of_panic(call, OVERFLOW), Class::Precondition);
        let elsewhere = Panicked { is_in_subject: false, ..CALL };
        assert_eq!(class_of_panic(elsewhere, OVERFLOW), Class::Precondition);
    }
}
