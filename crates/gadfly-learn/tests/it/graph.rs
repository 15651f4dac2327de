//! Graphs and their nodes, with functions as the rewriter writes them: `init` comes before anything else on a graph,
//! `set_owner` before anything else on a node, and a node is added before it gets edges.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use gadfly_learn::{Function, Functions, Parameter, Passing};
use gadfly_trace::{enter, list, once, v};

use crate::hidden::traced;

/// Neighbours by name, once there are any.
type Adjacent = Option<BTreeMap<String, BTreeSet<String>>>;

#[derive(Clone)]
pub(crate) struct Graph(Rc<RefCell<Adjacent>>);

#[derive(Clone)]
pub(crate) struct Node(Rc<RefCell<NodeData>>);

#[derive(Debug)]
struct NodeData {
    name: String,
    owner: Option<Graph>,
}

impl fmt::Debug for Graph {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0.borrow(), out)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0.borrow(), out)
    }
}

impl Graph {
    pub(crate) fn generate_graph() -> Self {
        traced!(0, [], Self, {
            let graph = Self::new();
            graph.init();
            graph
        })
    }

    pub(crate) fn new() -> Self {
        traced!(1, [], Self, { Self(Rc::new(RefCell::new(None))) })
    }

    pub(crate) fn init(&self) {
        traced!(2, [self], (), { *self.0.borrow_mut() = Some(BTreeMap::new()) })
    }

    pub(crate) fn add_node(&self, node: &Node) {
        traced!(3, [self, node], (), {
            let name = node.name();
            self.0.borrow_mut().as_mut().expect("init").insert(name, BTreeSet::new());
        })
    }

    pub(crate) fn add_edge(&self, from: &Node, to: &Node) {
        traced!(4, [self, from, to], (), {
            self.add_to_node(from, to);
            self.add_to_node(to, from);
        })
    }

    fn add_to_node(&self, from: &Node, to: &Node) {
        traced!(5, [self, from, to], (), {
            let mut adjacent = self.0.borrow_mut();
            let nodes = adjacent.as_mut().expect("init").get_mut(&from.name());
            nodes.expect("added").insert(to.name());
        })
    }

    pub(crate) fn get_degree(&self, node: &Node) -> usize {
        traced!(6, [self, node], usize, {
            self.0.borrow().as_ref().expect("init")[&node.name()].len()
        })
    }
}

impl Node {
    pub(crate) fn new(name: &str) -> Self {
        traced!(7, [name], Self, {
            Self(Rc::new(RefCell::new(NodeData { name: name.to_owned(), owner: None })))
        })
    }

    pub(crate) fn set_owner(&self, graph: &Graph) {
        traced!(8, [self, graph], (), { self.0.borrow_mut().owner = Some(graph.clone()) })
    }

    pub(crate) fn add_edge(&self, to: &Self) {
        traced!(9, [self, to], (), { self.owner().add_edge(self, to) })
    }

    pub(crate) fn get_degree(&self) -> usize {
        traced!(10, [self], usize, { self.owner().get_degree(self) })
    }

    fn name(&self) -> String {
        self.0.borrow().name.clone()
    }

    fn owner(&self) -> Graph {
        self.0.borrow().owner.clone().expect("set_owner")
    }
}

/// The traced run: one graph, two nodes, one edge.
pub(crate) fn example() {
    let graph = Graph::generate_graph();
    let one = Node::new("NYC");
    one.set_owner(&graph);
    let other = Node::new("Boston");
    other.set_owner(&graph);
    graph.add_node(&one);
    graph.add_node(&other);
    one.add_edge(&other);
    assert_eq!(one.get_degree(), 1);
}

/// The rewriter's table.
pub(crate) fn functions() -> Functions {
    let function = |path: &str, line: u32, names: &[&str]| Function {
        path: format!("it::graph::{path}"),
        file: "src/lib.rs".to_owned(),
        line,
        is_public: path != "Graph::add_to_node",
        parameters: names
            .iter()
            .map(|name| Parameter { name: (*name).to_owned(), passing: Passing::Shared })
            .collect(),
    };
    Functions(vec![
        function("Graph::generate_graph", 10, &[]),
        function("Graph::new", 16, &[]),
        function("Graph::init", 20, &["self"]),
        function("Graph::add_node", 24, &["self", "node"]),
        function("Graph::add_edge", 29, &["self", "from", "to"]),
        function("Graph::add_to_node", 34, &["self", "from", "to"]),
        function("Graph::get_degree", 40, &["self", "node"]),
        function("Node::new", 46, &["name"]),
        function("Node::set_owner", 50, &["self", "graph"]),
        function("Node::add_edge", 54, &["self", "to"]),
        function("Node::get_degree", 58, &["self"]),
    ])
}
