//! The compiler accepts calls of every function with exactly the types the model states.

use gadfly_cargo::Invocation;

use crate::support::Project;
use crate::wrappers::wrappers;

const SOURCE: &str = r#"
use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::{Add, Index, IndexMut};

pub mod tree {
    pub(crate) mod inner {
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct Node<'a, K, V = (), const N: usize = 2> where K: ?Sized {
            pub(crate) key: Option<&'a K>, pub values: Vec<V>, pub grid: [u8; N],
        }
    }
    pub use inner::Node;
    pub type Leaf<'x, K> = Node<'x, K, u8, 0>;
}
pub use tree::Node as TreeNode;

impl<'a, K: ?Sized, V, const N: usize> tree::Node<'a, K, V, N> {
    pub const SIZE: usize = N;
    pub fn get(&self) -> Option<&'a K> { self.key }
    pub fn iter(&self) -> Iter<'_, V> { Iter(self.values.iter()) }
    pub fn map<W, F>(self, f: F) -> tree::Node<'a, K, W, N> where F: FnMut(V) -> W {
        tree::Node { key: self.key, values: self.values.into_iter().map(f).collect(), grid: self.grid }
    }
    pub fn leaf(_: &tree::Leaf<'a, K>, _: Box<dyn Fn(&K) -> bool + Send + 'a>) -> [V; N] where V: Default + Copy { [V::default(); N] }
    pub unsafe fn raw(&mut self, at: *const V) -> *mut V { let _ = at; std::ptr::null_mut() }
    pub async fn later(&self, seed: &'a str) -> Result<&'a str, Box<dyn std::error::Error>> { Ok(seed) }
}

pub struct Iter<'a, V>(std::slice::Iter<'a, V>);
impl<'a, V> Iterator for Iter<'a, V> { type Item = &'a V; fn next(&mut self) -> Option<Self::Item> { self.0.next() } }
impl<'a, K: ?Sized, V, const N: usize> IntoIterator for &'a tree::Node<'_, K, V, N> {
    type Item = &'a V; type IntoIter = Iter<'a, V>;
    fn into_iter(self) -> Self::IntoIter { self.iter() }
}
impl<K: ?Sized, V, const N: usize> Index<usize> for tree::Node<'_, K, V, N> { type Output = V; fn index(&self, at: usize) -> &V { &self.values[at] } }
impl<K: ?Sized, V, const N: usize> IndexMut<usize> for tree::Node<'_, K, V, N> { fn index_mut(&mut self, at: usize) -> &mut Self::Output { &mut self.values[at] } }
impl<T> Add<Wrap<T>> for Wrap<T> where T: Add<Output = T> { type Output = Self; fn add(self, other: Self) -> Self::Output { Wrap(self.0 + other.0) } }
pub struct Wrap<T>(pub T);

pub trait Graph { type Node: Copy + Debug; type Edges<'a>: Iterator<Item = (Self::Node, Self::Node)> where Self: 'a; fn edges(&self) -> Self::Edges<'_>; fn count(&self) -> usize { self.edges().count() } }
pub trait Weighted<W: Clone>: Graph { fn weight(&self, node: <Self as Graph>::Node) -> W; fn total(&self, of: &[Self::Node]) -> Vec<W> where W: Add<Output = W> { of.iter().map(|n| self.weight(*n)).collect() } }
impl<G: Graph> Graph for &G { type Node = G::Node; type Edges<'a> = G::Edges<'a> where Self: 'a; fn edges(&self) -> Self::Edges<'_> { (*self).edges() } }
pub fn walk<G, W, C>(graph: G, start: G::Node, mut cost: C) -> HashMap<u8, W>
where G: Weighted<W>, W: Clone, for<'q> C: FnMut(&'q G, G::Node) -> W, G::Node: Eq { let _ = cost(&graph, start); HashMap::new() }
pub fn each(items: impl IntoIterator<Item = impl AsRef<str>>, f: &mut impl FnMut(&str)) { for item in items { f(item.as_ref()); } }
pub fn fmt(f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("") }
pub fn higher<F>(f: F) -> usize where F: for<'x, 'y> Fn(&'x str, &'y [u8]) -> &'x str { f("", &[]).len() }
pub fn pointers(a: fn(&u8) -> &u8, b: for<'r> extern "C" fn(&'r u8), c: &mut (dyn Iterator<Item = u8> + Send)) { let _ = (a, b, c); }
pub fn nested<I>(i: I) -> Option<<I::Item as Iterator>::Item> where I: Iterator, I::Item: Iterator { i.flatten().next() }
"#;

#[test]
fn every_function_can_be_called_with_the_types_of_the_model() {
    let project = Project::new()
        .file("Cargo.toml", "[package]\nname = 'k'\nversion = '0.1.0'\nedition = '2021'\n")
        .file("src/lib.rs", SOURCE)
        .file(
            "caller/Cargo.toml",
            "[package]\nname = 'caller'\nversion = '0.1.0'\nedition = '2024'\n[workspace]\n\
             [dependencies]\nk = { path = '..' }\n",
        );
    let model = project.model(&project.request(""));
    assert_eq!(model.skipped, []);
    let wrappers = wrappers(&model);
    assert_eq!(wrappers.functions.len(), model.functions.len());
    assert!(wrappers.functions.len() > 25, "{:?}", wrappers.functions);
    project.write("caller/src/lib.rs", &wrappers.source);
    let finished = Invocation::cargo(&project.path().join("caller"))
        .args(["check", "--quiet", "--color=never", "--target-dir"])
        .arg(project.target())
        .run()
        .expect("cargo runs");
    assert!(finished.status.success(), "{}\n{}", finished.stderr, wrappers.source);
}
