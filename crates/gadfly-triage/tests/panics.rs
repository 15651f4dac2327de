//! Classes of panics, through the whole list of rules.

use gadfly_model::{Prim, Ty};
use gadfly_triage::examples::{BELOW_ZERO, BY_ZERO, INDEX, NONE, TOO_LARGE, TWICE, panic};
use gadfly_triage::{Class, Conclusion, Facts, decide};

fn class(facts: Facts) -> Class {
    match decide(&facts).conclusion {
        Conclusion::Class(class) => class,
        Conclusion::Unproven => panic!("{facts:?} is not reported"),
    }
}

fn insert(message: &str) -> Facts {
    panic("insert", message)
}

#[test]
fn documentation_wins_over_messages_but_not_over_sizes() {
    assert_eq!(class(insert(BELOW_ZERO).documented()), Class::Documented);
    assert_eq!(class(insert("capacity overflow").documented()), Class::Resource);
    assert_eq!(class(insert(BELOW_ZERO)), Class::Bug);
}

#[test]
fn checked_versions_and_chosen_types_allow_panics() {
    let lonely = |message: &str| insert(message).without_arguments();
    assert_eq!(class(lonely("ln of zero")), Class::Bug);
    let checked = |message: &str| lonely(message).with(|it| it.call.has_checked_sibling = true);
    assert_eq!(class(checked("ln of zero")), Class::Precondition);
    assert_eq!(class(checked(INDEX)), Class::Bug);
    assert_eq!(class(lonely(BELOW_ZERO).by_operator()), Class::Precondition);
    assert_eq!(class(lonely(BELOW_ZERO)), Class::Bug);
    assert_eq!(class(lonely("Division by zero")), Class::Precondition);
    let unwrap = |message: &str| panic("unwrap", message).without_arguments();
    assert_eq!(class(unwrap("No such local time")), Class::Precondition);
    assert_eq!(class(unwrap(BELOW_ZERO)), Class::Bug);
}

#[test]
fn full_ranges_are_in_bounds_in_spite_of_documentation() {
    assert_eq!(class(insert(INDEX).documented()), Class::Documented);
    let everything =
        |message: &str| insert(message).documented().taking([Ty::adt("std::ops::RangeFull", [])]);
    assert_eq!(class(everything(INDEX)), Class::Bug);
    assert_eq!(class(everything(BELOW_ZERO)), Class::Bug);
    assert_eq!(class(everything("it is empty")), Class::Documented);
}

#[test]
fn some_methods_must_never_panic() {
    for method in ["fmt", "eq", "size_hint", "clone", "is_empty", "try_push", "checked_add"] {
        assert_eq!(class(panic(method, INDEX)), Class::Bug, "{method}");
    }
    assert_eq!(class(panic("fmt", INDEX).documented()), Class::Bug);
    assert_eq!(class(panic("try_insert", INDEX).documented()), Class::Documented);
}

#[test]
fn own_checks_are_preconditions_and_deeper_ones_bugs() {
    for message in [INDEX, "assertion failed: len <= A::size()"] {
        assert_eq!(class(insert(message)), Class::Precondition);
        assert_eq!(class(insert(message).deeper()), Class::Bug);
        assert_eq!(class(insert(message).without_arguments()), Class::Bug);
    }
    let boundary = "assertion failed: self.as_str().is_char_boundary(index)";
    assert_eq!(class(insert(boundary).deeper()), Class::Precondition);
    let required = |message: &str| {
        insert(message).deeper().with(|it| it.call.documentation.has_requirement = true)
    };
    assert_eq!(class(required("assertion failed: max <= x")), Class::Precondition);
    assert_eq!(class(required(BELOW_ZERO)), Class::Bug);
    for words in ["invalid range 29..1 for a set of size 1", "overflow"] {
        assert_eq!(class(insert(words).deeper()), Class::Precondition);
        assert_eq!(class(insert(words).without_arguments()), Class::Bug);
    }
    assert_eq!(class(insert(NONE)), Class::Bug);
}

#[test]
fn authors_may_ask_for_an_order_and_for_numbers() {
    let lonely = |message: &str| insert(message).without_arguments();
    for said in ["finish() was already called", "Sine resulted in NaN: FloatIsNan"] {
        assert_eq!(class(lonely(said)), Class::Precondition);
        assert_eq!(class(panic("try_finish", said).without_arguments()), Class::Bug);
    }
    for of_the_language in ["RefCell already borrowed", "already borrowed: BorrowMutError"] {
        assert_eq!(class(lonely(of_the_language)), Class::Bug);
        assert_eq!(class(insert(of_the_language)), Class::Bug);
    }
    assert_eq!(class(lonely("this can never be the tenant")), Class::Bug);
    assert_eq!(class(lonely("finish() was already called").deeper()), Class::Bug);
    for relied_on in ["already checked", "the length was validated before", "just added once"] {
        assert_eq!(class(lonely(relied_on)), Class::Bug, "{relied_on}");
    }
}

#[test]
fn words_about_arguments_count_in_assertions_too() {
    let deeper = |message: &str| insert(message).deeper();
    let sides = "\n  left: 2\n right: 3";
    let shapes = format!("assertion `left == right` failed: dimensions mismatch{sides}");
    assert_eq!(class(deeper(&shapes)), Class::Precondition);
    assert_eq!(class(deeper("iterator not long enough")), Class::Precondition);
    assert_eq!(class(deeper(&shapes).without_arguments()), Class::Bug);
    let silent = format!("assertion `left == right` failed{sides}, mismatch");
    assert_eq!(class(deeper(&silent)), Class::Bug);
    let internal = format!("assertion `left == right` failed: lost an entry{sides}");
    assert_eq!(class(deeper(&internal)), Class::Bug);
    // The condition is the author's as well, but says nothing to callers.
    assert_eq!(class(deeper("assertion failed: !self.empty")), Class::Bug);
}

#[test]
fn assertions_about_passed_values_are_preconditions() {
    let named = |message: &str| class(insert(message).deeper().naming(&["start", "end"]));
    assert_eq!(named("assertion failed: end.1 <= grid.rows()"), Class::Precondition);
    assert_eq!(named("assertion failed: self.ended()"), Class::Bug);
    assert_eq!(named("assertion failed: self.is_sorted()\n  end: 3"), Class::Bug);
    let sides = insert("assertion `left == right` failed").deeper().naming(&["left"]);
    assert_eq!(class(sides), Class::Bug);
    assert_eq!(named("assertion failed: index <= self.len()"), Class::Precondition);
    assert_eq!(named("assertion failed: self.left <= self.len()"), Class::Bug);
    let lengths =
        "copy_from_slice: source slice length (1) does not match destination slice length (0)";
    assert_eq!(named(lengths), Class::Precondition);
    assert_eq!(class(insert(lengths).deeper().taking_text()), Class::Bug);
}

#[test]
fn texts_choose_no_index() {
    for message in [INDEX, "byte index 1 is not a char boundary; it is inside 'ß' (bytes 0..2)"] {
        assert_eq!(class(insert(message).taking_text()), Class::Bug);
        assert_eq!(class(insert(message)), Class::Precondition);
    }
    for said in ["assertion failed: text.len() > 3", "name too long -- at most 64"] {
        let parser = insert(said).taking_text();
        assert_eq!(class(parser.clone()), Class::Precondition);
        assert_eq!(class(parser.clone().fallible()), Class::Bug);
        let country = [Ty::adt("k::Handle", []), Ty::shared(Ty::Prim(Prim::Str))];
        let indexed = parser.fallible().taking(country);
        assert_eq!(class(indexed.clone()), Class::Precondition);
        // With a country and a text, say: neither is what something deeper complains about.
        assert_eq!(class(indexed.deeper()), Class::Bug);
    }
}

#[test]
fn operators_overflow_as_those_of_numbers() {
    let of = |name: &str, message: &str| class(insert(message).deeper().of_trait(name));
    assert_eq!(of("Sub", BELOW_ZERO), Class::Documented);
    assert_eq!(of("Mul", BELOW_ZERO), Class::Bug);
    assert_eq!(of("Div", BY_ZERO), Class::Documented);
    assert_eq!(of("Div", "denominator == 0"), Class::Documented);
    assert_eq!(of("Index", INDEX), Class::Documented);
    assert_eq!(of("Add", "`DateTime + TimeDelta` overflowed"), Class::Documented);
}

#[test]
fn results_too_large_depend_on_the_operands() {
    let of = |name: &str, message: &str| class(insert(message).deeper().of_trait(name));
    for operator in ["Add", "SubAssign", "Rem", "Sum"] {
        assert_eq!(of(operator, TOO_LARGE), Class::Documented, "{operator}");
    }
    // A difference that is below zero is a mistake on the way.
    assert_eq!(of("Add", BELOW_ZERO), Class::Bug);
    assert_eq!(of("BitAnd", TOO_LARGE), Class::Bug);
    assert_eq!(class(panic("lcm", TOO_LARGE).deeper()), Class::Precondition);
    assert_eq!(class(panic("lcm", BELOW_ZERO).deeper()), Class::Bug);
    assert_eq!(class(insert(TOO_LARGE).deeper()), Class::Bug);
}

#[test]
fn documentation_for_one_item_covers_many() {
    let refused = "assertion failed: range.start < range.end";
    let extend = |message: &str| {
        let facts = panic("extend", message).deeper();
        facts.with(|it| it.call.documentation.items_announce_panics = true)
    };
    assert_eq!(class(extend(refused)), Class::Documented);
    assert_eq!(class(extend(BELOW_ZERO)), Class::Bug, "nothing was checked");
    assert_eq!(class(panic("extend", refused).deeper()), Class::Bug);
}

#[test]
fn zero_divisors_are_refused_by_dividing_functions() {
    for message in [BY_ZERO, "attempt to calculate the remainder with a divisor of zero"] {
        assert_eq!(class(panic("div_mod_floor", message).deeper()), Class::Precondition);
        assert_eq!(class(insert(message).deeper()), Class::Bug);
        let asked = panic("is_multiple_of", message).deeper();
        assert_eq!(class(asked), Class::Bug, "a question has an answer");
    }
}

#[test]
fn authors_who_speak_of_bugs_are_believed() {
    assert_eq!(class(insert("index 3 not found: this is a bug in rtree")), Class::Bug);
    let unreachable = "internal error: entered unreachable code: it has room";
    assert_eq!(class(insert(unreachable).documented()), Class::Bug);
}

#[test]
fn values_that_are_not_alive_excuse_nothing() {
    assert_eq!(class(insert(TWICE).misusing()), Class::Bug);
    assert_eq!(class(insert(TWICE).misusing().documented()), Class::Bug);
}

#[test]
fn callees_that_blame_their_callers_are_believed() {
    assert_eq!(class(insert(BELOW_ZERO).deeper().blaming_caller()), Class::Precondition);
    assert_eq!(class(insert(BELOW_ZERO).foreign()), Class::Precondition);
}
