//! Models whose nodes are the last steps that an object took, whatever came before.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Label, Model, NodeId};

/// Folds a model: nodes whose last `steps` labels agree become one. Edges that lead back to a step on the way are marked.
pub fn folded(model: &Model, steps: usize) -> Model {
    let steps = steps.max(1);
    let suffixes = suffixes(model, steps);
    let mut numbers: BTreeMap<&[Label], NodeId> = BTreeMap::new();
    let mut result =
        Model { type_name: model.type_name.clone(), objects: model.objects, ..Model::default() };
    for (node, of_node) in suffixes.iter().enumerate() {
        for suffix in of_node {
            let number =
                *numbers.entry(suffix).or_insert_with(|| result.add_node(model.nodes[node].label));
            for input in &model.nodes[node].inputs {
                result.add_input(number, &input.values, input.times);
            }
        }
    }
    for edge in &model.starts {
        let suffix = [model.nodes[edge.to].label];
        result.link(None, numbers[&suffix[..]], edge.traced, edge.learned);
    }
    for (node, of_node) in suffixes.iter().enumerate() {
        for edge in &model.nodes[node].next {
            for suffix in of_node {
                let next = continued(suffix, model.nodes[edge.to].label, steps);
                let (from, to) = (numbers[suffix.as_slice()], numbers[next.as_slice()]);
                result.link(Some(from), to, edge.traced, edge.learned);
            }
        }
    }
    mark_back_edges(&mut result);
    result
}

/// The last labels of all ways to each node.
fn suffixes(model: &Model, steps: usize) -> Vec<BTreeSet<Vec<Label>>> {
    let mut suffixes = vec![BTreeSet::new(); model.nodes.len()];
    let mut open: Vec<(NodeId, Vec<Label>)> = Vec::new();
    for edge in &model.starts {
        open.push((edge.to, vec![model.nodes[edge.to].label]));
    }
    while let Some((node, suffix)) = open.pop() {
        if suffixes[node].insert(suffix.clone()) {
            for edge in &model.nodes[node].next {
                open.push((edge.to, continued(&suffix, model.nodes[edge.to].label, steps)));
            }
        }
    }
    suffixes
}

fn continued(suffix: &[Label], label: Label, steps: usize) -> Vec<Label> {
    let mut longer = suffix.to_vec();
    longer.push(label);
    longer.split_off(longer.len().saturating_sub(steps))
}

/// Marks edges to nodes that are being visited, by a search in the order of numbers.
fn mark_back_edges(model: &mut Model) {
    #[derive(Clone, Copy, PartialEq)]
    enum Visit {
        None,
        Open,
        Done,
    }
    let mut visits = vec![Visit::None; model.nodes.len()];
    let mut back = Vec::new();
    for start in model.starts.iter().map(|edge| edge.to) {
        if visits[start] != Visit::None {
            continue;
        }
        visits[start] = Visit::Open;
        let mut open = vec![(start, 0)];
        while let Some((node, edge)) = open.last_mut() {
            let node = *node;
            let Some(to) = model.nodes[node].next.get(*edge).map(|edge| edge.to) else {
                visits[node] = Visit::Done;
                open.pop();
                continue;
            };
            match visits[to] {
                Visit::Open => back.push((node, *edge)),
                Visit::Done => {}
                Visit::None => {
                    visits[to] = Visit::Open;
                    *edge += 1;
                    open.push((to, 0));
                    continue;
                }
            }
            *edge += 1;
        }
    }
    for (node, edge) in back {
        model.nodes[node].next[edge].is_back = true;
    }
}
