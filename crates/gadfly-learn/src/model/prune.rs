//! Models that are small enough to be shown and kept.

use super::graph::{Model, NodeId};

/// The most steps of a model in a file.
pub(super) const MOST_NODES: usize = 400;
/// The most inputs of a step in such a model.
const MOST_INPUTS: usize = 16;

/// Keeps the steps that are nearest to the start, and counts the others.
pub(super) fn pruned(model: &Model, most: usize) -> Model {
    let kept = nearest(model, most);
    let mut numbers = vec![None; model.nodes.len()];
    for (number, node) in kept.iter().enumerate() {
        numbers[*node] = Some(number);
    }
    let mut result = Model { nodes: Vec::new(), starts: Vec::new(), ..model.clone() };
    result.left_out = model.nodes.len() - kept.len();
    for node in &kept {
        let number = result.add_node(model.nodes[*node].label);
        for input in model.nodes[*node].inputs.iter().take(MOST_INPUTS) {
            result.add_input(number, &input.values, input.times);
        }
    }
    let from = kept.iter().map(|node| Some(*node));
    for from in std::iter::once(None).chain(from) {
        for edge in model.next(from) {
            if let Some(to) = numbers[edge.to] {
                result.link(from.and_then(|from| numbers[from]), to, edge.traced, edge.learned);
            }
        }
    }
    result
}

/// Steps by their distance from the start, in the order of their numbers.
fn nearest(model: &Model, most: usize) -> Vec<NodeId> {
    let mut is_found = vec![false; model.nodes.len()];
    let mut found: Vec<NodeId> = Vec::new();
    let mut layer: Vec<NodeId> = model.starts.iter().map(|edge| edge.to).collect();
    while !layer.is_empty() && found.len() < most {
        layer.retain(|node| !std::mem::replace(&mut is_found[*node], true));
        layer.truncate(most - found.len());
        found.extend(&layer);
        let next = layer.iter().flat_map(|node| &model.nodes[*node].next);
        layer = next.map(|edge| edge.to).collect();
        layer.sort_unstable();
    }
    found.sort_unstable();
    found
}
