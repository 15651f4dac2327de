//! Pictures of the running example.

use gadfly_learn::draw::{dot, svg};
use gadfly_learn::model::{Label, Model, folded};
use gadfly_learn::trace::Position;

use crate::golden::learned;

fn graph() -> (gadfly_learn::Learned, Model) {
    let learned = learned();
    let graph = learned.models.iter().find(|model| model.type_name.ends_with("::Graph"));
    let graph = folded(graph.expect("a model"), 1);
    (learned, graph)
}

#[test]
fn graphviz_texts_have_all_steps() {
    let (learned, mut graph) = graph();
    let init = learned.function("it::graph::Graph::init").expect("a function");
    let label = Label::Call { function: init, position: Position::Argument(0) };
    // A search has called `init` again.
    let again = graph.step(Some(1), label).expect("a step");
    assert_eq!(graph.take(Some(again), label, &[None]), 5);
    graph.type_name = "Graph".to_owned();
    assert_eq!(
        dot(&learned, &graph),
        r#"digraph "Graph" {
  rankdir=LR;
  node [shape=box];
  start [shape=point];
  s0 [label="Graph::generate_graph (returned)"];
  s1 [label="Graph::new (returned)"];
  s2 [label="Graph::init (self)"];
  s3 [label="Graph::add_node (self)"];
  s4 [label="Graph::add_edge (self)"];
  s5 [label="Graph::init (self)"];
  start -> s0 [label="1"];
  start -> s1 [label="1"];
  s0 -> s3 [label="1"];
  s1 -> s2 [label="1"];
  s2 -> s3 [label="1"];
  s2 -> s5 [label="1", style=dashed];
  s3 -> s3 [label="1", color=blue, constraint=false];
  s3 -> s4 [label="1"];
}
"#
    );
}

#[test]
fn images_show_steps_values_and_ways_back() {
    let (learned, mut graph) = graph();
    let image = svg(&learned, &graph);
    assert_eq!(image.matches("class=\"step\"").count(), 5);
    assert_eq!(image.matches("class=\"next\"").count(), 6);
    assert_eq!(image.matches("class=\"back\"").count(), 1);
    assert_eq!(image.matches("stroke-dasharray").count(), 0);
    assert_eq!(svg(&learned, &graph), image);

    graph.take(Some(4), graph.nodes[0].label, &[]);
    assert_eq!(svg(&learned, &graph).matches("stroke-dasharray").count(), 1);

    let node = learned.models.iter().find(|model| model.type_name.ends_with("::Node"));
    let image = svg(&learned, node.expect("a model"));
    for text in [
        "Node::new (returned)",
        "name = &quot;NYC&quot;",
        "Graph::add_edge (to)",
        "graph::Node</title>",
    ] {
        assert!(image.contains(text), "{text}: {image}");
    }
}
