//! Properties of graphs kept as matrices.

use petgraph::matrix_graph::DiMatrix;
use petgraph::visit::IntoEdgeReferences;

#[gadfly::check]
fn edges_are_as_many_as_are_counted(graph: &DiMatrix<u8, u8>) {
    assert_eq!(graph.edge_references().count(), graph.edge_count());
}
