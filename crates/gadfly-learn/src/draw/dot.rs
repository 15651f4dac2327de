//! The text of a graph for Graphviz.

use std::fmt::Write as _;

use super::caption;
use crate::model::{Edge, Learned, Model};

/// Writes a model as a graph: steps that lead back are blue, steps that only a search took are dashed.
pub fn dot(learned: &Learned, model: &Model) -> String {
    let mut text = format!(
        "digraph \"{}\" {{\n  rankdir=LR;\n  node [shape=box];\n",
        escaped(&model.type_name)
    );
    text.push_str("  start [shape=point];\n");
    for (number, node) in model.nodes.iter().enumerate() {
        let lines: Vec<String> =
            caption::lines(learned, node).iter().map(|line| escaped(line)).collect();
        put(&mut text, format_args!("  s{number} [label=\"{}\"];\n", lines.join("\\n")));
    }
    for edge in &model.starts {
        step(&mut text, "start", edge);
    }
    for (number, node) in model.nodes.iter().enumerate() {
        for edge in &node.next {
            step(&mut text, &format!("s{number}"), edge);
        }
    }
    text.push_str("}\n");
    text
}

fn step(text: &mut String, from: &str, edge: &Edge) {
    let back = if edge.is_back { ", color=blue, constraint=false" } else { "" };
    let learned = if edge.is_only_learned() { ", style=dashed" } else { "" };
    let times = edge.traced + edge.learned;
    put(text, format_args!("  {from} -> s{} [label=\"{times}\"{back}{learned}];\n", edge.to));
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn put(text: &mut String, part: std::fmt::Arguments<'_>) {
    text.write_fmt(part).expect("writing to a string");
}
