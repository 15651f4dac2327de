//! Which functions there are, and what is known about each.

use gadfly_model::{Owner, Receiver};

use crate::support::{function, model_of, paths, signature};

#[test]
fn impls_are_documented_by_their_traits_where_they_say_nothing_themselves() {
    let model = model_of(
        r#"
        pub trait Take {
            /// Takes one.
            ///
            /// # Panics
            /// If there is none.
            fn take(&mut self) -> u8;
            /// Looks.
            fn look(&self) -> u8;
        }
        pub struct Bag(Vec<u8>);
        impl Take for Bag {
            fn take(&mut self) -> u8 { self.0.pop().unwrap() }
            /// Looks at the last.
            fn look(&self) -> u8 { self.0[0] }
        }
        "#,
    );
    let docs = |path| function(&model, path).docs.as_deref().map(str::to_owned);
    assert!(docs("<k::Bag as k::Take>::take").is_some_and(|docs| docs.contains("# Panics")));
    assert_eq!(docs("<k::Bag as k::Take>::look").as_deref(), Some("Looks at the last."));
}

#[test]
fn public_functions_of_all_kinds_are_listed_and_no_others() {
    let model = model_of(
        r#"
        #[derive(Clone, PartialEq)]
        pub struct Thing(u8);
        impl Thing {
            pub fn new() -> Self { Thing(0) }
            pub(crate) fn internal(&self) {}
            fn private(&self) {}
            #[doc(hidden)] pub fn hidden(&self) {}
            pub unsafe fn risky(self: Box<Self>) {}
        }
        impl Drop for Thing { fn drop(&mut self) {} }
        impl PartialEq<u8> for Thing { fn eq(&self, other: &u8) -> bool { self.0 == *other } }
        impl From<Thing> for u8 { fn from(thing: Thing) -> u8 { thing.0 } }

        pub trait Speak {
            const LOUD: bool;
            fn speak(&mut self) -> String;
            fn twice(&mut self) -> String { self.speak() + &self.speak() }
            #[doc(hidden)] fn hidden(&self) {}
        }
        impl Speak for Thing { const LOUD: bool = true; fn speak(&mut self) -> String { String::new() } }
        impl Speak for Vec<u8> { const LOUD: bool = false; fn speak(&mut self) -> String { String::new() } }
        pub trait Everywhere { fn everywhere(&self); }
        impl<T: Clone> Everywhere for T { fn everywhere(&self) {} }

        trait Internal { fn internal(&self); }
        impl Internal for Thing { fn internal(&self) {} }
        struct Private;
        impl Private { pub fn unreachable() {} }
        impl Clone for Private { fn clone(&self) -> Self { Private } }
        mod inner { pub fn unreachable() {} }
        fn private() {}
        #[doc(hidden)] pub mod __macros { pub fn support() {} }
        pub const LIMIT: usize = 3;
        pub static NAME: &str = "k";
        "#,
    );
    let mut found = paths(&model);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "<T as k::Everywhere>::everywhere",
            "<k::Thing as k::Speak>::speak",
            "<k::Thing as std::clone::Clone>::clone",
            "<k::Thing as std::cmp::PartialEq<u8>>::eq",
            "<k::Thing as std::cmp::PartialEq>::eq",
            "<std::vec::Vec<u8> as k::Speak>::speak",
            "<u8 as std::convert::From<k::Thing>>::from",
            "k::Speak::twice",
            "k::Thing::new",
            "k::Thing::risky",
        ]
    );
    let risky = function(&model, "k::Thing::risky");
    assert!(risky.is_unsafe);
    assert_eq!(risky.receiver, Some(Receiver::Other));
    assert_eq!(function(&model, "k::Thing::new").receiver, None);
    let speak = function(&model, "<k::Thing as k::Speak>::speak");
    assert_eq!(speak.receiver, Some(Receiver::Exclusive));
    let Owner::TraitImpl(block) = speak.owner else { panic!("in an impl of a trait") };
    assert_eq!(model.impls[block].for_.to_string(), "k::Thing");
    let twice = function(&model, "k::Speak::twice");
    assert_eq!(twice.owner, Owner::Provided("k::Speak".into()));
    assert_eq!(signature(twice), "(self: &mut Self) -> std::string::String");

    let constants: Vec<(&str, bool, bool)> = model
        .constants
        .iter()
        .map(|constant| (&*constant.path, constant.is_static, constant.impl_.is_some()))
        .collect();
    assert_eq!(
        constants,
        [
            ("k::LIMIT", false, false),
            ("k::NAME", true, false),
            ("<k::Thing as k::Speak>::LOUD", false, true),
            ("<std::vec::Vec<u8> as k::Speak>::LOUD", false, true),
        ]
    );
}

#[test]
fn attributes_and_documentation_are_kept() {
    let model = model_of(
        r#"
        /// Divides.
        ///
        /// # Panics
        ///
        /// If `by` is zero.
        #[track_caller]
        pub fn divide(it: u8, by: u8) -> u8 { it / by }
        #[deprecated] pub const fn old() {}
        pub async fn later<'a>(text: &'a str) -> Result<&'a str, String> { Ok(text) }
        "#,
    );
    let divide = function(&model, "k::divide");
    assert_eq!(divide.panics_section(), Some("If `by` is zero."));
    assert!(divide.track_caller && !divide.is_deprecated && !divide.is_const);
    let span = divide.span.as_ref().expect("a place");
    assert!(span.file.ends_with("src/lib.rs") && span.line == 8, "{span:?}");
    let old = function(&model, "k::old");
    assert!(old.is_deprecated && old.is_const && !old.track_caller);
    let later = function(&model, "k::later");
    assert!(later.is_async);
    assert_eq!(
        signature(later),
        "(text: &'a str) -> std::result::Result<&'a str, std::string::String>"
    );
}

#[test]
fn methods_of_one_name_in_several_impls_have_paths_of_their_own() {
    let model = model_of(
        r#"
        pub struct Wrap<T>(pub T);
        impl Wrap<u8> { pub fn get(&self) -> u8 { self.0 } }
        impl Wrap<i8> { pub fn get(&self) -> i8 { self.0 } pub fn only(&self) {} }
        impl<'a> From<&'a u8> for Wrap<u8> { fn from(x: &'a u8) -> Self { Wrap(*x) } }
        impl From<u8> for Wrap<u8> { fn from(x: u8) -> Self { Wrap(x) } }
        "#,
    );
    assert_eq!(
        paths(&model),
        [
            "<k::Wrap<u8>>::get",
            "<k::Wrap<i8>>::get",
            "k::Wrap::only",
            "<k::Wrap<u8> as std::convert::From<&u8>>::from",
            "<k::Wrap<u8> as std::convert::From<u8>>::from",
        ]
    );
}

#[test]
fn a_type_without_a_name_is_still_used_through_its_methods() {
    let model = model_of(
        r#"
        mod private {
            pub struct Guard<'a>(pub(crate) &'a mut u8);
            impl<'a> Guard<'a> { pub fn set(&mut self, to: u8) { *self.0 = to; } }
            impl Iterator for Guard<'_> { type Item = u8; fn next(&mut self) -> Option<u8> { None } }
            pub struct Never;
            impl Never { pub fn unreachable(&self) {} }
        }
        pub fn guard(x: &mut u8) -> private::Guard<'_> { private::Guard(x) }
        pub fn needs_impossible_value(_: private::Never) {}
        "#,
    );
    let guard = function(&model, "k::guard");
    assert_eq!(signature(guard), "(x: &mut u8) -> k::private::Guard<'_>");
    assert!(!model.adts["k::private::Guard"].is_nameable);
    function(&model, "k::private::Guard::set");
    function(&model, "<k::private::Guard<'_> as std::iter::Iterator>::next");
    assert!(!paths(&model).iter().any(|path| path.contains("unreachable")));
}

#[test]
fn an_odd_item_is_skipped_with_a_reason() {
    let model = model_of(
        r#"
        unsafe extern "C" { pub fn printf(format: *const std::ffi::c_char, ...) -> std::ffi::c_int; }
        pub fn plain() {}
        "#,
    );
    assert_eq!(paths(&model), ["k::plain"]);
    let skipped: Vec<(&str, &str)> =
        model.skipped.iter().map(|skipped| (&*skipped.item, &*skipped.reason)).collect();
    assert_eq!(skipped, [("k::printf", "variadic function")]);
}
