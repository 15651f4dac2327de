//! The inserted code on functions of all kinds compiles, and does not change what they do.
#![forbid(unsafe_code)]
#![deny(warnings)]
#![expect(clippy::semicolon_if_nothing_returned, reason = "the rewriter writes it so")]

use std::borrow::Cow;
use std::fmt::Debug;

use gadfly_trace::{capture, enter, l, list, once, unseen, v};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Colour {
    Red,
}

#[derive(Debug)]
struct Owner(String);

struct Bare {
    items: Vec<Owner>,
}

impl Bare {
    fn first(&mut self, name: &str) -> Option<&mut Owner> {
        let __gt = enter(1, list![v!(self), v!(name)]);
        let __gr: Option<&mut Owner> = once(move || -> Option<&mut Owner> {
            if name.is_empty() {
                return None;
            }
            self.items.first_mut()
        });
        __gt.exit_borrowed(v!(__gr));
        __gr
    }

    fn add(mut self, owner: Owner) -> Self {
        let __gt = enter(2, list![v!(self), v!(owner)]);
        let __gr: Self = once(move || -> Self {
            self.items.push(owner);
            self
        });
        __gt.exit(v!(__gr));
        __gr
    }

    fn named<'a, 'b: 'a>(&'a self, names: &'b [&'b str]) -> Result<Vec<&'a Owner>, Cow<'b, str>> {
        let __gt = enter(3, list![v!(self), v!(names)]);
        let __gr: Result<Vec<&'a Owner>, Cow<'b, str>> =
            once(move || -> Result<Vec<&'a Owner>, Cow<'b, str>> {
                let first = names.first().ok_or("no name")?;
                Ok(self.items.iter().filter(|it| it.0 == **first).collect())
            });
        __gt.exit(v!(__gr));
        __gr
    }
}

fn generic<K: Debug, V, I: IntoIterator<Item = (K, V)>>(items: I, other: &mut V) -> Vec<(K, V)> {
    let __gt = enter(4, list![v!(items), v!(other)]);
    let __gr: Vec<(K, V)> = once(move || -> Vec<(K, V)> { items.into_iter().collect() });
    __gt.exit(v!(__gr));
    __gr
}

fn opaque<'a>(text: &'a str, by: &'a dyn Fn(char) -> bool) -> impl Iterator<Item = char> + 'a {
    let __gt = enter(5, list![v!(text), v!(by)]);
    let __gr = once(move || text.chars().filter(move |it| by(*it)));
    __gt.exit_borrowed(v!(__gr));
    __gr
}

fn unsized_ones(
    text: Box<str>,
    items: Box<[u32]>,
    object: Box<dyn Debug>,
    triple: (u8, &str, f64),
) {
    let __gt = enter(6, list![v!(text), v!(items), v!(object), v!(triple)]);
    let __gr: () = once(move || -> () { drop((text, items, object, triple)) });
    __gt.exit(v!(__gr));
    __gr
}

fn nothing() {
    let __gt = enter(7, list![]);
    let __gr: () = once(move || -> () {});
    __gt.exit(v!(__gr));
    __gr
}

fn patterns((left, right): (Colour, [Option<u8>; 2]), _: u8) -> bool {
    let __gt = enter(8, list![unseen, v!((left, right))]);
    let __gr: bool = once(move || -> bool { left == Colour::Red && right[0].is_some() });
    __gt.exit(v!(__gr));
    __gr
}

fn all() {
    let mut bare = Bare { items: vec![] }.add(Owner("a".into())).add(l(1, Owner("b".into())));
    assert_eq!(bare.first("x").map(|it| it.0.clone()), Some("a".to_owned()));
    assert!(bare.first("").is_none());
    assert_eq!(bare.named(&["b"]).map(|it| it.len()), Ok(1));
    assert_eq!(bare.named(&[]).map(|it| it.len()), Err("no name".into()));
    assert_eq!(generic(vec![("k", Owner("v".into()))], &mut Owner("w".into())).len(), 1);
    assert_eq!(opaque("a1b2", &char::is_alphabetic).collect::<String>(), "ab");
    unsized_ones("t".into(), vec![1, 2].into(), Box::new(3), (1, "x", 0.5));
    nothing();
    assert!(patterns((l(2, Colour::Red), [Some(1), None]), 0));
}

#[test]
fn instrumented_functions_behave_as_before() {
    all();
    let log = capture(all);
    assert!(log.starts_with(b"gadtrace\x01"));
    assert!(log.len() > 500, "{}", log.len());
    for name in ["shapes::Owner", "shapes::Bare"] {
        assert!(log.windows(name.len()).any(|it| it == name.as_bytes()), "{name}");
    }
}

#[test]
fn untraced_threads_log_nothing() {
    let log = capture(|| std::thread::spawn(all).join().expect("no panic"));
    assert!(log.len() < 100, "{}", log.len());
}
