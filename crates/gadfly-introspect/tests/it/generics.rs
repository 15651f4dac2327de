//! Generic parameters, bounds, `Self`, projections and arguments that the source leaves out.

use crate::support::{adt, function, model_of, print, signature, trait_};

#[test]
fn impl_trait_arguments_become_parameters() {
    let model = model_of(
        "
        pub fn each(items: impl Iterator<Item = impl Into<u8>> + Clone, f: &mut impl FnMut(&u8) -> bool)
            -> impl Iterator<Item = u8> { let _ = (items, f); std::iter::empty() }
        ",
    );
    let each = function(&model, "k::each");
    assert_eq!(
        signature(each),
        "(items: impl0, f: &mut impl2) -> impl std::iter::Iterator<Item = u8> \
         where impl0: std::iter::Iterator<Item = impl1>, impl0: std::clone::Clone, \
         impl1: std::convert::Into<u8>, impl2: FnMut(&u8) -> bool"
    );
    assert_eq!(each.generics.params.len(), 3);
}

#[test]
fn closure_bounds_keep_their_arguments_and_lifetimes() {
    let model = model_of(
        "
        pub fn call<F>(f: F, g: &dyn Fn(u8)) where F: for<'x> FnOnce(&'x str, u8) -> &'x str { let _ = (f, g); }
        pub fn pointer(f: unsafe extern \"C\" fn(&u8) -> u8) { let _ = f; }
        ",
    );
    assert_eq!(
        signature(function(&model, "k::call")),
        "(f: F, g: &dyn Fn(u8)) -> () where F: for<'x> FnOnce(&'x str, u8) -> &'x str"
    );
    assert_eq!(
        signature(function(&model, "k::pointer")),
        "(f: unsafe extern \"C\" fn(&u8) -> u8) -> ()"
    );
}

#[test]
fn defaults_and_elided_lifetimes_are_filled_in() {
    let model = model_of(
        "
        use std::collections::{HashMap, hash_map};
        pub struct Map<'a, K, V = Vec<K>, const N: usize = 4>(pub &'a K, pub V);
        pub fn elided(map: Map<u8>) -> Map<u8> { map }
        pub fn std_types(map: &HashMap<u8, u8>) -> hash_map::Iter<u8, u8> { map.iter() }
        pub fn format(f: &mut std::fmt::Formatter) -> std::fmt::Result { f.write_str(\"\") }
        impl<K: 'static> std::ops::Add for Map<'static, K> { type Output = (); fn add(self, _: Self) {} }
        ",
    );
    assert_eq!(
        signature(function(&model, "k::elided")),
        "(map: k::Map<'_, u8, std::vec::Vec<u8>, 4>) -> k::Map<'_, u8, std::vec::Vec<u8>, 4>"
    );
    assert_eq!(
        signature(function(&model, "k::std_types")),
        "(map: &std::collections::HashMap<u8, u8, std::hash::RandomState>) \
         -> std::collections::hash_map::Iter<'_, u8, u8>"
    );
    assert_eq!(
        signature(function(&model, "k::format")),
        "(f: &mut std::fmt::Formatter<'_>) -> std::result::Result<(), std::fmt::Error>"
    );
    let add = model.impls.iter().find(|block| !block.assoc_types.is_empty()).expect("the impl");
    let trait_ = add.trait_.as_ref().expect("of a trait");
    assert_eq!(*trait_.path, *"std::ops::Add");
    assert_eq!(trait_.args, [gadfly_model::Arg::Ty(add.for_.clone())]);
}

#[test]
fn aliases_are_expanded_with_their_arguments() {
    let model = model_of(
        "
        pub type Pair<'a, T, const N: usize = 2> = (&'a T, [T; N]);
        type Hidden<T> = Result<T, std::num::ParseIntError>;
        pub fn pair<'x>(p: Pair<'x, u8>, q: Pair<'x, i8, 7>) -> Hidden<u8> { let _ = (p, q); Ok(0) }
        pub fn io() -> std::io::Result<std::num::NonZeroU8> { todo!() }
        ",
    );
    assert_eq!(
        signature(function(&model, "k::pair")),
        "(p: (&'x u8, [u8; 2]), q: (&'x i8, [i8; 7])) \
         -> std::result::Result<u8, std::num::ParseIntError>"
    );
    assert_eq!(
        signature(function(&model, "k::io")),
        "() -> std::result::Result<std::num::NonZero<u8>, std::io::Error>"
    );
}

#[test]
fn self_is_the_type_of_the_impl_also_in_outputs() {
    let model = model_of(
        "
        pub struct Frozen<'a, G: ?Sized>(&'a mut G);
        impl<'a, G> Frozen<'a, G> {
            pub fn new(graph: &'a mut G) -> Self { Frozen(graph) }
            pub fn both(&self, other: &Self) -> Option<&Self> { let _ = other; None }
        }
        ",
    );
    assert_eq!(
        signature(function(&model, "k::Frozen::new")),
        "(graph: &'a mut G) -> k::Frozen<'a, G>"
    );
    assert_eq!(
        signature(function(&model, "k::Frozen::both")),
        "(self: &k::Frozen<'a, G>, other: &k::Frozen<'a, G>) \
         -> std::option::Option<&k::Frozen<'a, G>>"
    );
}

#[test]
fn unnamed_lifetimes_are_named_in_impls_only() {
    let model = model_of(
        "
        pub struct View<'a, T>(&'a T);
        impl<T> View<'_, T> {
            pub fn again(self) -> Self { self }
            pub fn inner(&self) -> View<'_, T> { View(self.0) }
        }
        impl PartialEq for View<'_, u8> { fn eq(&self, other: &Self) -> bool { self.0 == other.0 } }
        impl<T> From<&Box<dyn Fn(&T)>> for View<'_, T> { fn from(_: &Box<dyn Fn(&T)>) -> Self { todo!() } }
        ",
    );
    let signature = |path: &str| signature(function(&model, path));
    assert_eq!(signature("k::View::again"), "(self: k::View<'anon0, T>) -> k::View<'anon0, T>");
    assert_eq!(signature("k::View::inner"), "(self: &k::View<'anon0, T>) -> k::View<'_, T>");
    assert_eq!(
        signature("<k::View<'_, u8> as std::cmp::PartialEq>::eq"),
        "(self: &k::View<'anon0, u8>, other: &k::View<'anon0, u8>) -> bool"
    );
    let from = model.impls.iter().filter_map(|block| block.trait_.as_ref().zip(Some(block)));
    let (trait_, block) =
        from.into_iter().find(|(trait_, _)| trait_.path.ends_with("From")).expect("the impl");
    assert_eq!(
        trait_.print(gadfly_model::Lifetimes::Written),
        "std::convert::From<&'anon1 std::boxed::Box<dyn Fn(&T)>>"
    );
    let names: Vec<&str> = block.generics.params.iter().map(|param| &*param.name).collect();
    assert_eq!(names, ["anon0", "anon1", "T"]);
}

#[test]
fn arguments_have_the_lifetimes_that_the_trait_dictates() {
    let model = model_of(
        "
        pub struct Big(u8);
        pub struct View<'a>(&'a u8);
        impl<'a> std::ops::Add<&'a Big> for Big {
            type Output = View<'a>;
            fn add(self, _: &Big) -> View<'a> { View(&0) }
        }
        impl From<&Big> for View<'_> { fn from(_: &Big) -> Self { View(&0) } }
        ",
    );
    assert_eq!(
        signature(function(&model, "<k::Big as std::ops::Add<&k::Big>>::add")),
        "(self: k::Big, _: &'a k::Big) -> k::View<'a>"
    );
    assert_eq!(
        signature(function(&model, "<k::View<'_> as std::convert::From<&k::Big>>::from")),
        "(_: &'anon1 k::Big) -> k::View<'anon0>"
    );
}

#[test]
fn projections_know_their_trait_and_its_arguments() {
    let model = model_of(
        "
        pub trait Base<K> { type Out; type More: Iterator; }
        pub trait Derived<A, B>: Base<(A, B)> { fn out(&self) -> Self::Out { todo!() } }
        pub fn direct<T: Base<u8>>(t: T) -> T::Out { let _ = t; todo!() }
        pub fn inherited<T>(t: T) -> T::Out where T: Derived<u8, i8> { let _ = t; todo!() }
        pub fn nested<T: Base<u8>>(t: T) -> <T::More as Iterator>::Item { let _ = t; todo!() }
        pub fn items<I: IntoIterator>(i: I) -> Vec<I::Item> where I::Item: Clone { i.into_iter().collect() }
        pub struct Steps<'a, T>(&'a T);
        impl<'a, T> Iterator for Steps<'a, T> { type Item = &'a T; fn next(&mut self) -> Option<Self::Item> { None } }
        ",
    );
    let output = |path: &str| function(&model, path).output.to_string();
    assert_eq!(output("k::direct"), "<T as k::Base<u8>>::Out");
    assert_eq!(output("k::inherited"), "<T as k::Base<(u8, i8)>>::Out");
    assert_eq!(output("k::Derived::out"), "<Self as k::Base<(A, B)>>::Out");
    assert_eq!(output("k::nested"), "<<T as k::Base<u8>>::More as std::iter::Iterator>::Item");
    assert_eq!(
        signature(function(&model, "k::items")),
        "(i: I) -> std::vec::Vec<<I as std::iter::IntoIterator>::Item> \
         where I: std::iter::IntoIterator, \
         <I as std::iter::IntoIterator>::Item: std::clone::Clone"
    );
    assert_eq!(
        output("<k::Steps<'_, T> as std::iter::Iterator>::next"),
        "std::option::Option<&'a T>"
    );
}

#[test]
fn bounds_that_refer_to_each_other_come_to_an_end() {
    let model = model_of(
        "
        pub trait Graph { type Node; type Edge: Link<Node = Self::Node>; }
        pub trait Link { type Node; }
        pub fn walk<G, L>(g: G, l: L) where G: Graph<Edge = L>, L: Link<Node = G::Node> { let _ = (g, l); }
        ",
    );
    assert_eq!(
        signature(function(&model, "k::walk")),
        "(g: G, l: L) -> () where G: k::Graph<Edge = L>, L: k::Link<Node = <G as k::Graph>::Node>"
    );
    let graph = trait_(&model, "k::Graph");
    assert_eq!(print(&graph.assoc_types[1].bounds[0]), "k::Link<Node = <Self as k::Graph>::Node>");
}

#[test]
fn traits_know_supertraits_defaults_and_generic_associated_types() {
    let model = model_of(
        "
        pub trait Lend<Key = u8>: Send + 'static { type Item<'a> where Self: 'a; fn lend(&mut self, key: Key); }
        pub struct Buffer<T: ?Sized, const N: usize>(Box<T>) where T: Clone2;
        pub trait Clone2 {}
        pub trait Unfit { fn make() -> Self where Self: Sized; fn any<T>(&self, t: T); }
        ",
    );
    let lend = trait_(&model, "k::Lend");
    let supertraits: Vec<String> = lend.supertraits.iter().map(print).collect();
    assert_eq!(supertraits, ["std::marker::Send", "'static"]);
    assert_eq!(*lend.assoc_types[0].generics.params[0].name, *"a");
    assert!(lend.is_nameable && !lend.is_dyn_compatible);
    assert!(!trait_(&model, "k::Unfit").is_dyn_compatible);
    let buffer = &adt(&model, "k::Buffer").generics;
    let bounds: Vec<String> =
        buffer.bounds().iter().map(|(ty, bound)| format!("{ty}: {}", print(bound))).collect();
    assert_eq!(bounds, ["T: k::Clone2", "T: ?Sized"]);
    assert_eq!(buffer.params.len(), 2);
}

#[test]
fn required_items_of_traits_are_known() {
    let model = model_of(
        "pub struct Node;
         pub unsafe trait Visit {
             const LIMIT: usize;
             const MOST: usize = 3;
             fn visit(&mut self, node: &Node) -> bool;
             fn end(&mut self) {}
         }",
    );
    let visit = trait_(&model, "k::Visit");
    assert!(visit.is_unsafe);
    let methods: Vec<String> = visit
        .required
        .methods
        .iter()
        .map(|method| format!("{}{}", method.name, signature(method)))
        .collect();
    assert_eq!(methods, ["visit(self: &mut Self, node: &k::Node) -> bool"]);
    let constants: Vec<&str> = visit.required.constants.iter().map(|(name, _)| &**name).collect();
    assert_eq!(constants, ["LIMIT"]);
    assert!(visit.required.unknown.is_empty());
}
