//! Public paths: modules, re-exports, renames, globs, preludes.

use crate::support::{adt, function, model_of, paths, signature};

#[test]
fn the_shortest_public_path_wins_and_the_others_are_known() {
    let model = model_of(
        "
        mod deep { pub mod er { pub struct Item; impl Item { pub fn make() -> Item { Item } } } }
        pub mod long { pub mod way { pub use crate::deep::er::Item; } }
        pub mod short { pub use crate::deep::er::Item; }
        ",
    );
    assert_eq!(paths(&model), ["k::short::Item::make"]);
    for spelling in ["k::deep::er::Item", "k::long::way::Item", "k::short::Item"] {
        assert_eq!(model.canonical(spelling).map(|name| &**name), Some("k::short::Item"));
    }
    assert!(adt(&model, "k::short::Item").is_nameable);
}

#[test]
fn renames_and_globs_are_followed() {
    let model = model_of(
        "
        mod a { pub struct First; pub struct Second; pub fn third() {} pub(crate) struct Not; }
        mod b { pub use super::a::*; pub use super::a::Second as Renamed; }
        pub use b::*;
        mod c { pub fn third() {} }
        pub use c::third as fourth;
        pub struct First(u8);
        pub enum Kind { One, Two }
        pub use Kind::*;
        ",
    );
    // The crate's own `First` hides the one that the glob would bring.
    assert!(model.adts.contains_key("k::First") && model.adts.contains_key("k::Second"));
    assert_eq!(model.canonical("k::Renamed").map(|name| &**name), Some("k::Second"));
    assert_eq!(model.canonical("k::First").map(|name| &**name), Some("k::First"));
    assert!(!model.adts.contains_key("k::Not"));
    function(&model, "k::fourth");
}

#[test]
fn a_prelude_and_a_hidden_module_lose_against_other_paths() {
    let model = model_of(
        "
        pub mod prelude { pub use crate::module::inner::Tool; pub use crate::private::Only; }
        pub mod module { pub mod inner { pub struct Tool; } }
        mod private { pub struct Only; pub struct Exported; }
        #[doc(hidden)] pub mod __private { pub use crate::private::Exported; }
        pub mod shown { pub mod here { pub use crate::private::Exported; } }
        ",
    );
    assert_eq!(
        model.canonical("k::prelude::Tool").map(|name| &**name),
        Some("k::module::inner::Tool")
    );
    assert!(model.adts.contains_key("k::prelude::Only"));
    assert!(model.adts.contains_key("k::shown::here::Exported"));
}

#[test]
fn an_alias_gives_a_name_to_what_has_none() {
    let model = model_of(
        "
        mod private { pub struct Plain; pub struct Pair<A, B>(A, B); pub struct Swapped<A, B>(A, B); }
        pub type Alias = private::Plain;
        pub type Couple<X, Y> = private::Pair<X, Y>;
        pub type Reverse<X, Y> = private::Swapped<Y, X>;
        pub fn all(_: Alias, _: Couple<u8, i8>, _: Reverse<u8, i8>) {}
        pub struct Named;
        pub mod other { pub type Short = crate::Named; }
        ",
    );
    assert_eq!(
        signature(function(&model, "k::all")),
        "(_: k::Alias, _: k::Couple<u8, i8>, _: k::private::Swapped<i8, u8>) -> ()"
    );
    assert!(adt(&model, "k::Alias").is_nameable && adt(&model, "k::Couple").is_nameable);
    assert!(!adt(&model, "k::private::Swapped").is_nameable);
    assert!(model.adts.contains_key("k::Named"));
}

#[test]
fn modules_that_re_export_each_other_come_to_an_end() {
    let model = model_of(
        "
        pub mod a { pub use super::b::*; pub struct A; }
        pub mod b { pub use super::a::*; pub use super::*; pub struct B; }
        ",
    );
    assert!(model.adts.contains_key("k::a::A") && model.adts.contains_key("k::b::B"));
}

#[test]
fn items_of_the_standard_library_have_their_usual_names() {
    let model = model_of(
        "
        pub use std::collections::BTreeMap as Tree;
        pub fn all<'a>(
            _: core::iter::Peekable<core::str::Chars<'a>>,
            _: std::collections::btree_map::Entry<'a, u8, u8>,
            _: std::sync::Arc<std::sync::Mutex<std::sync::atomic::AtomicBool>>,
            _: Tree<u8, std::cell::OnceCell<u8>>,
            _: std::pin::Pin<&'a mut (dyn Future<Output = ()> + Send + 'a)>,
        ) {}
        ",
    );
    let types: Vec<String> =
        function(&model, "k::all").inputs.iter().map(|(_, ty)| ty.to_string()).collect();
    assert_eq!(
        types,
        [
            "std::iter::Peekable<std::str::Chars<'a>>",
            "std::collections::btree_map::Entry<'a, u8, u8>",
            "std::sync::Arc<std::sync::Mutex<std::sync::atomic::AtomicBool>>",
            "std::collections::BTreeMap<u8, std::cell::OnceCell<u8>>",
            "std::pin::Pin<&'a mut (dyn std::future::Future<Output = ()> \
             + std::marker::Send + 'a)>",
        ]
    );
}
