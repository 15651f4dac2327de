//! Places for steps: a column per distance from the start, and an order within columns that keeps arrows short.

use crate::model::{Model, NodeId};

/// Steps by column, from the top.
pub(super) fn columns(model: &Model) -> Vec<Vec<NodeId>> {
    let distances = distances(model);
    let mut columns: Vec<Vec<NodeId>> = Vec::new();
    for (node, distance) in distances.iter().enumerate() {
        if columns.len() <= *distance {
            columns.resize(distance + 1, Vec::new());
        }
        columns[*distance].push(node);
    }
    let mut before: Vec<Vec<NodeId>> = vec![Vec::new(); model.nodes.len()];
    for (from, node) in model.nodes.iter().enumerate() {
        for edge in node.next.iter().filter(|edge| !edge.is_back) {
            before[edge.to].push(from);
        }
    }
    // Rows of a column follow the mean row of the steps before.
    let mut rows = vec![0_usize; model.nodes.len()];
    for column in &mut columns {
        let mean = |node: &NodeId| {
            let sum: usize = before[*node].iter().map(|from| rows[*from]).sum();
            sum * 1000 / before[*node].len().max(1)
        };
        column.sort_by_key(|node| (mean(node), *node));
        for (row, node) in column.iter().enumerate() {
            rows[*node] = row;
        }
    }
    columns
}

/// The longest way from the start to each step, without steps back.
fn distances(model: &Model) -> Vec<usize> {
    let mut distances = vec![0; model.nodes.len()];
    let mut waiting = vec![0_usize; model.nodes.len()];
    for edge in model.nodes.iter().flat_map(|node| &node.next).filter(|edge| !edge.is_back) {
        waiting[edge.to] += 1;
    }
    let mut open: Vec<NodeId> = (0..model.nodes.len()).filter(|node| waiting[*node] == 0).collect();
    while let Some(node) = open.pop() {
        for edge in model.nodes[node].next.iter().filter(|edge| !edge.is_back) {
            distances[edge.to] = distances[edge.to].max(distances[node] + 1);
            waiting[edge.to] -= 1;
            if waiting[edge.to] == 0 {
                open.push(edge.to);
            }
        }
    }
    distances
}
