//! A model: labelled nodes and edges from what was called to what was called next.

use serde::{Deserialize, Serialize};

use super::Literal;
use crate::trace::Position;

/// The number of a node in its model.
pub type NodeId = usize;

/// A call as a step of an object: the function, by its index in [`Learned::functions`](super::Learned), and where the
/// object is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The object was made in a way that was not traced.
    Made,
    /// The object was in a call.
    Call {
        /// The function.
        function: usize,
        /// Where the object was.
        position: Position,
    },
}

/// Values of one call, by argument; none for objects.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Input {
    /// The values.
    pub values: Vec<Option<Literal>>,
    /// Number of calls that had them.
    pub times: u32,
}

/// A step that objects took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The call.
    pub label: Label,
    /// Values that were passed, sorted.
    pub inputs: Vec<Input>,
    /// Steps that follow, sorted.
    pub next: Vec<Edge>,
}

/// A step that follows another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// The step.
    pub to: NodeId,
    /// Number of objects of the traced run that took it.
    pub traced: u32,
    /// Number of sequences of a search that took it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub learned: u32,
    /// `true` if it leads back to a step from which this one was reached.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_back: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(number: &usize) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Edge {
    /// Returns whether no object of the traced run took it, but a sequence of a search did.
    pub fn is_only_learned(&self) -> bool {
        self.traced == 0 && self.learned > 0
    }
}

/// The most different inputs that a node keeps.
const MOST_INPUTS: usize = 256;

/// The steps that objects of a type take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// The type, with paths and parameters.
    pub type_name: String,
    /// Number of objects that the model was made of.
    pub objects: u32,
    /// Number of steps that are not in the model, because it became too large.
    #[serde(default, skip_serializing_if = "is_none")]
    pub left_out: usize,
    /// Steps that objects begin with.
    pub starts: Vec<Edge>,
    /// All steps.
    pub nodes: Vec<Node>,
}

/// The model of a type among models that are sorted by name.
pub(super) fn find<'a>(models: &'a [Model], type_name: &str) -> Option<&'a Model> {
    let at = models.binary_search_by(|model| model.type_name.as_str().cmp(type_name));
    at.ok().map(|at| &models[at])
}

impl Model {
    /// Steps that may follow a step, or begin.
    pub fn next(&self, from: Option<NodeId>) -> &[Edge] {
        match from {
            None => &self.starts,
            Some(node) => &self.nodes[node].next,
        }
    }

    /// The step with a label that follows another.
    pub fn step(&self, from: Option<NodeId>, label: Label) -> Option<NodeId> {
        let mut next = self.next(from).iter().map(|edge| edge.to);
        next.find(|to| self.nodes[*to].label == label)
    }

    /// Counts a step of a sequence that a search made, which is new to the model if no traced object took it.
    pub fn take(
        &mut self,
        from: Option<NodeId>,
        label: Label,
        inputs: &[Option<Literal>],
    ) -> NodeId {
        let to = self.step(from, label).unwrap_or_else(|| self.add_node(label));
        self.link(from, to, 0, 1);
        self.add_input(to, inputs, 1);
        to
    }

    /// Number of edges between steps.
    pub fn edges(&self) -> usize {
        self.nodes.iter().map(|node| node.next.len()).sum()
    }

    pub(super) fn add_node(&mut self, label: Label) -> NodeId {
        self.nodes.push(Node { label, inputs: Vec::new(), next: Vec::new() });
        self.nodes.len() - 1
    }

    /// Adds an edge, or to the counts of one that exists.
    pub(super) fn link(&mut self, from: Option<NodeId>, to: NodeId, traced: u32, learned: u32) {
        let edges = match from {
            None => &mut self.starts,
            Some(node) => &mut self.nodes[node].next,
        };
        match edges.binary_search_by_key(&to, |edge| edge.to) {
            Ok(at) => {
                edges[at].traced += traced;
                edges[at].learned += learned;
            }
            Err(at) => edges.insert(at, Edge { to, traced, learned, is_back: false }),
        }
    }

    /// Adds the values of calls to a node.
    pub(super) fn add_input(&mut self, node: NodeId, values: &[Option<Literal>], times: u32) {
        let inputs = &mut self.nodes[node].inputs;
        match inputs.binary_search_by(|input| input.values.as_slice().cmp(values)) {
            Ok(at) => inputs[at].times += times,
            Err(at) if inputs.len() < MOST_INPUTS => {
                inputs.insert(at, Input { values: values.to_vec(), times });
            }
            Err(_) => {}
        }
    }

    /// Returns whether a step can follow another, at once or later, or is the same.
    pub(super) fn reaches(&self, from: NodeId, to: NodeId) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            if node == to {
                return true;
            }
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(self.nodes[node].next.iter().map(|edge| edge.to));
            }
        }
        false
    }
}
