//! Inserted text, and functions that get none.

use std::collections::{BTreeMap, BTreeSet};

use super::{Rewrite, Rewritten, Seen, Unseen};

fn rewritten(text: &str) -> Rewritten {
    let rewrite = Rewrite { file: "src/a.rs", module: "demo::a", first: 7, ..Rewrite::default() };
    rewrite.apply(text).expect("a file")
}

#[test]
fn bodies_get_both_texts() {
    let text = "impl Stack {\n    pub fn push(&mut self, k: K, (a, b): Pair) -> Option<&V> {\n        k\n    }\n}\n";
    let expected = "impl Stack {\n    pub fn push(&mut self, k: K, (a, b): Pair) -> Option<&V> { \
        let __gt = ::gadfly_trace::enter(7, ::gadfly_trace::list![::gadfly_trace::v!(self), ::gadfly_trace::v!(k), \
        ::gadfly_trace::unseen]); let __gr: Option<&V> = ::gadfly_trace::once(move || -> Option<&V> {\n        k\n    }); \
        __gt.exit(::gadfly_trace::v!(__gr)); __gr }\n}\n";
    let result = rewritten(text);
    assert_eq!(result.text, expected);
    assert_eq!(result.functions[0].function.path, "demo::a::Stack::push");
    assert_eq!((result.functions[0].function.line, result.functions[0].lines.clone()), (2, 2..5));
}

#[test]
fn empty_bodies_stay_in_order() {
    let text = rewritten("pub fn f() {}").text;
    assert_eq!(
        text,
        "pub fn f() { let __gt = ::gadfly_trace::enter(7, ::gadfly_trace::list![]); \
         let __gr: () = ::gadfly_trace::once(move || -> () {}); __gt.exit(::gadfly_trace::v!(__gr)); __gr }"
    );
}

#[test]
fn borrowed_results_are_not_looked_at() {
    let is_borrowed = |returned: &str| {
        rewritten(&format!("pub fn f(x: &mut T) -> {returned} {{ g(x) }}"))
            .text
            .contains("__gt.exit_borrowed(")
    };
    for borrowed in ["&mut V", "Option<&mut V>", "Iter<'_, V>", "impl Iterator<Item = V>"] {
        assert!(is_borrowed(borrowed), "{borrowed}");
    }
    for other in ["&V", "V", "Option<&'static str>", "Vec<V>"] {
        assert!(!is_borrowed(other), "{other}");
    }
    assert!(
        rewritten("pub fn f() -> impl Fn() { g }")
            .text
            .contains("let __gr = ::gadfly_trace::once(move || {")
    );
}

#[test]
fn lines_and_other_text_stay() {
    let text = "\u{feff}#!/usr/bin/env run\n//! é\npub const fn f(\n    é: u8,\n) -> Result<\n    u8, // a comment\n    E,\n> {\n    é // end\n}\n";
    let result = rewritten(text);
    assert_eq!(result.text.lines().count(), text.lines().count());
    assert!(
        result.text.starts_with("\u{feff}#!/usr/bin/env run\n//! é\npub       fn f("),
        "{}",
        result.text
    );
    assert!(result.text.contains("    é // end\n});"), "{}", result.text);
}

#[test]
fn functions_that_cannot_be_traced_have_a_reason() {
    let text = "pub async fn a() {}\npub fn b() -> ! { loop {} }\nimpl Drop for T { fn drop(&mut self) {} }\n\
        fn private() {}\npub(crate) fn c() {}\n#[cfg(test)]\nmod tests { pub fn d() {} }\n#[test]\nfn e() {}\n\
        pub const fn kept() {}\nmacro_rules! m { () => { pub fn $name() {} fn other() {} } }\n";
    let left = BTreeMap::from([(10, Unseen::Const)]);
    let rewrite = Rewrite { module: "demo", left: Some(&left), ..Rewrite::default() };
    let result = rewrite.apply(text).expect("a file");
    let seen: Vec<(&str, Seen)> =
        result.functions.iter().map(|it| (it.name.as_str(), it.seen)).collect();
    let expected = [
        ("a", Seen::Unseen(Unseen::Async)),
        ("b", Seen::Unseen(Unseen::Never)),
        ("drop", Seen::Unseen(Unseen::Tracer)),
        ("c", Seen::Traced(0)),
        ("kept", Seen::Unseen(Unseen::Const)),
    ];
    assert_eq!(seen, expected);
    assert_eq!(result.in_macros, 2);
    assert!(result.text.contains("pub const fn kept() {}"));
    assert!(!result.functions[3].function.is_public);
    let all = Rewrite { with_private: true, ..rewrite }.apply(text).expect("a file");
    assert_eq!(all.functions.len(), 6);
}

#[test]
fn first_editions_name_the_tracer() {
    let rewrite = Rewrite { needs_extern_crate: true, ..Rewrite::default() };
    let result = rewrite.apply("#![no_std]\n/// Doc.\npub struct A;\n").expect("a file");
    assert_eq!(result.text, "#![no_std]\nextern crate gadfly_trace; /// Doc.\npub struct A;\n");
}

#[test]
fn counted_types_with_clones_are_handles() {
    let text = "#[derive(Debug, Clone)] pub struct A(Rc<u8>);\npub struct B(Rc<u8>);\n\
        enum C { X { x: sync::Arc<u8> } }\nimpl Clone for C {}\n#[derive(Clone)] struct D(Vec<u8>);";
    assert_eq!(rewritten(text).handles, ["demo::a::A", "demo::a::C"]);
}

#[test]
fn values_that_callers_make_are_logged() {
    let text = "const A: u8 = f(g(1));\n#[test]\nfn t() {\n    let a = new(&b, Wav { x: 1 }, 3);\n    a.push(vec![1], |x| f(g(x)));\n    let c = Set::new();\n}\n";
    let left = BTreeSet::from([6]);
    let rewrite = Rewrite {
        file: "tests/a.rs",
        first_site: Some(4),
        left_sites: Some(&left),
        ..Rewrite::default()
    };
    let (text, sites) = rewrite.callers(text);
    assert_eq!(
        text,
        "const A: u8 = f(g(1));\n#[test]\nfn t() {\n    let a = new(&b, ::gadfly_trace::l(4, Wav { x: 1 }), 3);\n    \
         a.push(::gadfly_trace::l(5, vec![1]), |x| f(::gadfly_trace::l(6, g(x))));\n    let c = Set::new();\n}\n"
    );
    let texts: Vec<(usize, &str)> = sites.iter().map(|it| (it.line, it.text.as_str())).collect();
    assert_eq!(texts, [(4, "Wav { x: 1 }"), (5, "vec![1]"), (5, "g(x)")]);
}

#[test]
fn only_tests_of_a_library_are_callers() {
    let text = "pub fn a() { f(g(1)); }\n#[cfg(test)]\nmod tests { fn b() { f(g(1)); } }\n";
    let rewrite = Rewrite { file: "src/a.rs", first_site: Some(0), ..Rewrite::default() };
    let result = rewrite.apply(text).expect("a file");
    assert_eq!(result.sites.len(), 1);
    assert!(result.text.contains("fn b() { f(::gadfly_trace::l(0, g(1))); }"), "{}", result.text);
}

#[test]
fn modules_for_tests_are_named() {
    let text =
        "mod a;\n#[cfg(test)]\nmod tests;\nmod b { #[cfg(test)] mod c; }\n#[cfg(test)] mod d {}\n";
    assert_eq!(super::test_modules(text, "demo"), ["demo::tests", "demo::b::c"]);
}

#[test]
fn try_macros_of_the_first_edition_stay() {
    let result = rewritten("pub fn a() -> Result<u8, E> { Ok(try!(b())) }");
    assert!(
        result.text.contains("Result<u8, E> { Ok(try!(b())) }); __gt.exit("),
        "{}",
        result.text
    );
}

#[test]
fn unnamed_parameters_of_the_first_edition_stay() {
    let text = "trait T {\n    /// Doc.\n    fn a(&self, u8,\n        bits: u16) -> u8;\n    fn b(u8);\n}\npub fn c() {}\n";
    let result = rewritten(text);
    assert!(result.text.starts_with(text.trim_end_matches("}\n")), "{}", result.text);
    assert_eq!(result.functions[0].function.line, 7);
    for text in ["pub fn d(u8) {}", "trait T { fn ; }", "fn é;", "trait T { fn 1(", "fn a(u8); fn"]
    {
        assert!(Rewrite::default().apply(text).is_err(), "{text}");
    }
}
