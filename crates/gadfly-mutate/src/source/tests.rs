//! Golden texts of each kind of change, and of what stays as it is.

use super::*;
use crate::Mutant;

fn mutated_with(source: &str, left: &Left) -> MutatedFile {
    let mut defaults = Defaults::default();
    defaults.add(&syn::parse_file(source).expect("Rust"));
    let rewrite =
        FileRewrite { file: "src/lib.rs", module: "demo", first: 1, defaults: &defaults, left };
    let mutated = rewrite.apply(source).expect("Rust");
    syn::parse_file(&mutated.text).unwrap_or_else(|error| panic!("{error}: {}", mutated.text));
    mutated
}

/// The body of `fn f(…) … { … }`, with the switch's name shortened.
#[track_caller]
fn check(source: &str, expected: &str) {
    let mutated = mutated_with(source, &Left::default());
    assert_eq!(mutated.text.replace("crate::__gadfly_mutants::", ""), expected);
}

#[track_caller]
fn changes(source: &str, expected: &[&str]) {
    let mutants = mutated_with(source, &Left::default()).mutants;
    let changes: Vec<&str> = mutants.iter().map(|it| it.change.as_str()).collect();
    assert_eq!(changes, expected);
}

#[test]
fn operators_are_swapped() {
    check(
        "fn f(a: T, b: T) -> T { a + b }",
        "fn f(a: T, b: T) -> T { (if off(1, 1) {(a + b)} else {(a) - (b)}) }",
    );
    changes("fn f(a: T) -> T { a < B }", &["<= instead of <", ">= instead of <"]);
    changes("fn f(a: T) -> T { a && b || c }", &["&& instead of ||", "|| instead of &&"]);
}

#[test]
fn assignments_are_swapped_and_left_out() {
    check(
        "fn f(a: &mut T) -> T { *a += b; x }",
        "fn f(a: &mut T) -> T { if off(1, 1) { (if off(2, 1) {(*a += b)} else {(*a) -= (b)}); } x }",
    );
}

#[test]
fn nested_operators_keep_original_operands() {
    check(
        "fn f() -> T { a - b * c }",
        "fn f() -> T { (if off(1, 1) {(a - (if off(2, 1) {(b * c)} else {(b) + (c)}))} else \
         {(a) + (b * c)}) }",
    );
}

#[test]
fn conditions_are_negated() {
    check(
        "fn f() -> T { if a.b() { c } else { d } }",
        "fn f() -> T { if (if off(1, 1) {(a.b())} else {!(a.b())}) { c } else { d } }",
    );
    // Its own changes are its negation.
    changes("fn f() -> T { while a == b { } x }", &["!= instead of =="]);
    changes("fn f() -> T { if !a { b } else { c } }", &["a instead of !a"]);
    changes("fn f() -> T { if let Some(a) = b { c } else { d } }", &[]);
    changes(
        "fn f() -> T { if let Some(a) = b && c < d { e } else { g } }",
        &["<= instead of <", ">= instead of <"],
    );
}

#[test]
fn literals_are_one_off() {
    check(
        "fn f() -> T { g(1u8, true) }",
        "fn f() -> T { g((if off(1, 2) {(1u8)} else if is(1) {2u8} else {0u8}), \
         (if off(3, 1) {(true)} else {false})) }",
    );
    changes("fn f() -> T { 0 }", &["1 instead of 0"]);
    changes(
        "fn f() -> T { 0x10_u16 }",
        &["17u16 instead of 0x10_u16", "15u16 instead of 0x10_u16"],
    );
    changes("fn f() -> T { 1.5 }", &["2.5 instead of 1.5", "0.5 instead of 1.5"]);
    changes("fn f() -> T { \"a\" }", &[]);
}

#[test]
fn signs_stay_with_their_literals() {
    check(
        "fn f() -> T { -128i8 }",
        "fn f() -> T { (if off(1, 3) {(-128i8)} else if is(1) {-129i8} else if is(2) {-127i8} \
         else {128i8}) }",
    );
    check("fn f() -> T { -a }", "fn f() -> T { (if off(1, 1) {(-a)} else {(a)}) }");
    changes("fn f() -> T { *a }", &[]);
}

#[test]
fn statements_with_effects_are_left_out() {
    check("fn f() -> T { a.b(); c }", "fn f() -> T { if off(1, 1) { a.b(); } c }");
    changes(
        "fn f() -> T { a.b()?; a = c; d(); g }",
        &["without a.b()?", "without a = c", "without d()"],
    );
    changes("fn f() -> T { return a; }", &[]);
    changes("fn f() -> T { let a = b(); a }", &[]);
}

#[test]
fn bodies_return_at_once() {
    check(
        "fn f() -> bool { a() }",
        "fn f() -> bool { if !off(1, 2) { if is(1) { return true; } { return false; } } a() }",
    );
    check(
        "impl A { fn f(&mut self) {a+b;} }",
        "impl A { fn f(&mut self) { if !off(1, 1) { { return (); } }(if off(2, 1) {(a+b)} \
         else {(a) - (b)});} }",
    );
    // The value that it has anyway, and a body without statements.
    changes("fn f() -> bool { true }", &["return false at once", "false instead of true"]);
    changes("fn f() { }", &[]);
    // It would call itself.
    changes("#[derive(Default)] struct A; impl A { fn default() -> Self { g() } }", &[]);
    changes(
        "#[derive(Default)] struct A; impl A { fn new() -> Self { g() } }",
        &["return Default::default() at once"],
    );
}

#[test]
fn guards_become_constants() {
    check(
        "fn f() -> T { match a { B if c => d, _ => e } }",
        "fn f() -> T { match a { B if (if off(1, 2) {(c)} else if is(1) {true} else {false}) => d, \
         _ => e } }",
    );
}

#[test]
fn arms_before_the_last_are_left_out() {
    check(
        "fn f() -> T { match a { B => c, _ => e } }",
        "fn f() -> T { match a { B if off(1, 1) => c, _ => e } }",
    );
    changes("fn f() -> T { match a { B => c, D => e } }", &[]);
    changes("fn f() -> T { match a { B => c, NONE => e } }", &[]);
    changes("fn f() -> T { match a { B => c, other => e } }", &["without the arm B"]);
}

#[test]
fn code_that_must_be_constant_stays() {
    for source in [
        "const A: usize = 1 + 2;",
        "static A: usize = 1 + 2;",
        "enum A { B = 1 + 2 }",
        "trait A { const B: usize = 1 + 2; }",
        "fn f(a: [u8; 1 + 2]) -> T { [B; 1 + 2] }",
        "fn f() -> T { match a { 1 => b, 2..=3 => c } }",
        "fn f() -> T { g::<{ 1 + 2 }>() }",
        "fn f() -> T { const { 1 + 2 } }",
        "fn f() -> T { assert!(a < b); m!(1 + 2) }",
        "unsafe fn f() -> T { 1 + 2 }",
        "#[test] fn f() { a(1); }",
        "#[cfg(test)] mod tests { fn f() { a(1); } }",
        "impl Debug for A { fn fmt(&self) -> fmt::Result { a(1) } }",
        "macro_rules! m { () => { fn f() -> T { 1 + 2 } } }",
    ] {
        check(source, source);
    }
}

#[test]
fn constant_functions_become_ordinary_ones() {
    check("const fn f() -> T { 0 }", "      fn f() -> T { (if off(1, 1) {(0)} else {1}) }");
}

#[test]
fn restored_functions_do_not_shift_numbers() {
    let source = "const fn f() -> T { 0 }\nfn g() -> T { 0 }";
    let left = Left { functions: [("src/lib.rs".to_owned(), 1)].into(), ..Left::default() };
    let mutated = mutated_with(source, &left);
    assert!(mutated.text.starts_with("const fn f() -> T { 0 }\n"), "{}", mutated.text);
    assert!(mutated.text.contains("off(2, 1)"), "{}", mutated.text);
    let ids: Vec<u32> = mutated.mutants.iter().map(|it| it.id).collect();
    assert_eq!(ids, [1, 2]);
}

#[test]
fn rejected_mutants_are_not_written() {
    let left = Left { mutants: [1, 3].into(), ..Left::default() };
    let mutated = mutated_with("fn f() -> T { g(5, 6) }", &left);
    let text = mutated.text.replace("crate::__gadfly_mutants::", "");
    assert_eq!(
        text,
        "fn f() -> T { g((if off(1, 2) {(5)} else {4}), (if off(3, 2) {(6)} else {5})) }"
    );
    let left = Left { mutants: [1, 2, 3, 4].into(), ..Left::default() };
    let mutated = mutated_with("fn f() -> T { g(5, 6) }", &left);
    assert_eq!(mutated.text, "fn f() -> T { g(5, 6) }");
}

#[test]
fn places_lead_back_to_their_mutants() {
    let source = "\u{feff}fn f() -> T { a + g(1) }";
    let mutated = mutated_with(source, &Left::default());
    for place in &mutated.places {
        assert!(mutated.text[place.asked.clone()].contains(&format!("off({}, ", place.low)));
        for (id, bytes) in &place.mutants {
            let text = &mutated.text[bytes.clone()];
            let expected = ["(a) - (g(1))", "{2}", "{0}"][*id as usize - 1];
            assert!(text.contains(expected), "{id}: {text}");
        }
    }
    let whole = &mutated.text[mutated.places[0].bytes.clone()];
    assert!(whole.starts_with("(if ") && whole.ends_with(')'), "{whole}");
    let function = &mutated.functions[0];
    assert!(mutated.text[function.bytes.clone()].starts_with("fn f()"));
}

#[test]
fn mutants_have_their_place_and_function() {
    let source = "mod m {\n    impl<T> Bag<T> {\n        fn len(&self) -> usize {\n            self.n + 1\n        }\n    }\n}";
    let mutants = mutated_with(source, &Left::default()).mutants;
    let shown = |it: &Mutant| format!("{} {} {}", it.place(), it.change, it.function);
    let shown: Vec<String> = mutants.iter().map(shown).collect();
    assert_eq!(
        shown,
        [
            "src/lib.rs:3:12 return 0 at once demo::m::Bag::len",
            "src/lib.rs:3:12 return 1 at once demo::m::Bag::len",
            "src/lib.rs:4:13 - instead of + demo::m::Bag::len",
            "src/lib.rs:4:22 2 instead of 1 demo::m::Bag::len",
            "src/lib.rs:4:22 0 instead of 1 demo::m::Bag::len",
        ]
    );
}
