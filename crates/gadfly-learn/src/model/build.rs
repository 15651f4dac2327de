//! From histories to models.

use std::collections::BTreeMap;

use super::Literal;
use super::graph::{Label, Model, NodeId};
use crate::history::Step;
use crate::trace::{Position, Trace};

/// A step of a history with everything that a model keeps of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path {
    label: Label,
    inputs: Vec<Option<Literal>>,
    within: Vec<Path>,
}

/// The steps of a history, with functions by their index in a table.
pub(super) fn paths(
    trace: &Trace,
    indices: &BTreeMap<u32, usize>,
    steps: &[Step],
    is_outermost: bool,
) -> Vec<Path> {
    let mut paths = Vec::new();
    let is_made_otherwise = steps.first().is_some_and(|step| step.position != Position::Return);
    if is_outermost && is_made_otherwise {
        paths.push(Path { label: Label::Made, inputs: Vec::new(), within: Vec::new() });
    }
    for step in steps {
        let call = &trace.calls[step.call];
        let Some(function) = indices.get(&call.function).copied() else { continue };
        paths.push(Path {
            label: Label::Call { function, position: step.position },
            inputs: call.arguments.iter().map(Literal::of).collect(),
            within: paths_within(trace, indices, &step.steps),
        });
    }
    paths
}

fn paths_within(trace: &Trace, indices: &BTreeMap<u32, usize>, steps: &[Step]) -> Vec<Path> {
    paths(trace, indices, steps, false)
}

/// Makes the model of a type of its objects' histories. Their order makes no difference.
pub(super) fn build(type_name: &str, mut histories: Vec<Vec<Path>>) -> Model {
    histories.sort();
    let objects = u32::try_from(histories.len()).unwrap_or(u32::MAX);
    let mut model = Model { type_name: type_name.to_owned(), objects, ..Model::default() };
    for history in &histories {
        add_path(&mut model, &[None], history);
    }
    model
}

/// Adds steps after each of some nodes; returns the nodes that they end in.
fn add_path(model: &mut Model, from: &[Option<NodeId>], steps: &[Path]) -> Vec<Option<NodeId>> {
    let mut current = from.to_vec();
    for step in steps {
        let node =
            following(model, &current, step.label).unwrap_or_else(|| model.add_node(step.label));
        for from in &current {
            model.link(*from, node, 1, 0);
        }
        model.add_input(node, &step.inputs, 1);
        let mut ends = vec![Some(node)];
        if !step.within.is_empty() {
            // What a call does by other calls is another way to the same place.
            ends.extend(add_path(model, &current, &step.within));
        }
        ends.dedup();
        current = ends;
    }
    current
}

/// A node with a label that follows one of some nodes already, and may follow all of them without a cycle.
fn following(model: &Model, from: &[Option<NodeId>], label: Label) -> Option<NodeId> {
    let found = from.iter().filter_map(|from| model.step(*from, label));
    let mut free = found.filter(|node| {
        let new = from.iter().flatten().filter(|from| {
            model.nodes[**from].next.binary_search_by_key(node, |edge| edge.to).is_err()
        });
        !new.into_iter().any(|from| model.reaches(*node, *from))
    });
    free.next()
}
