//! `cargo gadfly learn`: the crate's own programs are traced, become models, and are followed by a search.

use gadfly_testkit::Project;

use crate::{fresh_place, report, sharing_gadfly};

#[test]
fn tests_and_documentation_become_models() {
    let project = Project::of_fixture("graph-node");
    let place = fresh_place("fixture-graph-node");
    let run = sharing_gadfly().run(&project, "learn --calls 4000 --seed 1").expect_code(0);
    for line in ["Graph ", "Node ", "Not traced: functions: 1 (async), 2 (called in a constant)"] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    let learn = &report(&place)["learn"];
    let sources: Vec<_> = learn["sources"].as_array().expect("sources").iter().collect();
    let ran = |at: usize| (sources[at]["source"].as_str(), sources[at]["tests"].as_u64());
    assert_eq!(ran(0), (Some("doctests"), Some(1)), "{learn}");
    assert_eq!(ran(1), (Some("tests"), Some(1)), "{learn}");
    let is_complete =
        |it: &&serde_json::Value| it["not_traced"].as_array().is_some_and(Vec::is_empty);
    assert!(sources.iter().all(is_complete), "{learn}");
    let models: Vec<_> = learn["models"].as_array().expect("models").iter().collect();
    let types: Vec<_> = models.iter().filter_map(|it| it["type"].as_str()).collect();
    assert_eq!(types, ["graph_node::Graph", "graph_node::Node"]);
    for model in models {
        let picture = std::fs::read_to_string(model["picture"].as_str().expect("a file"));
        assert!(picture.expect("an image").contains("class=\"step\""));
    }

    // No test calls what the models forbid: an edge of a node without a graph, a node for a graph that is not ready.
    let tests = project.read("tests/gadfly_learned.rs");
    for body in tests.split("#[test]") {
        let at = |call: &str| body.find(call);
        if let Some(edge) = at(".add_edge(") {
            assert!(at(".set_owner(").is_some_and(|owner| owner < edge), "{tests}");
        }
        if let Some(add) = at(".add_node(") {
            let is_ready = at("generate_graph(").or(at(".init(")).is_some_and(|ready| ready < add);
            assert!(is_ready && at(".set_owner(").is_some(), "{tests}");
        }
    }
    assert!(tests.contains("node.add_edge(&node_2)"), "{tests}");
    assert!(tests.contains("Node::new(\"NYC\")"), "{tests}");
    assert!(!project.read("src/lib.rs").contains("gadfly"));

    // The same calls make the same models, which are not learned from what was generated.
    let file = place.join("model.json");
    let first = std::fs::read_to_string(&file).expect("models");
    let shown = sharing_gadfly().run(&project, "learn --type Node --show dot").expect_code(0);
    assert_eq!(std::fs::read_to_string(&file).expect("models"), first);
    assert!(shown.stdout.starts_with("digraph \"graph_node::Node\""), "{}", shown.stdout);
    assert!(shown.stdout.contains("Node::set_owner (self)"), "{}", shown.stdout);
    assert!(!shown.stdout.contains("\"graph_node::Graph\""), "{}", shown.stdout);
}

#[test]
fn learned_sequences_reach_a_hidden_bug() {
    let project = Project::of_example("ledger");
    let place = fresh_place("ledger");
    let blind = "explore --calls 60000 --seed 0 --no-learned --no-write";
    sharing_gadfly().run(&project, blind).expect_code(0);

    sharing_gadfly().run(&project, "learn --calls 5000 --seed 0 --no-write").expect_code(1);
    let first = report(&place);
    let finding = &first["findings"][0];
    assert_eq!(finding["item"], "ledger::Ledger::take_back", "{first}");
    assert!(finding["remark"].as_str().is_some_and(|it| it.contains("own tests")), "{finding}");
    assert_eq!(first["tests"]["failing"], 1, "{first}");

    // The same budget finds it where the search starts from what was learned.
    sharing_gadfly().run(&project, "explore --calls 60000 --seed 0 --no-write").expect_code(1);
    let second = report(&place);
    assert!(second["learned"].as_u64().is_some_and(|it| it > 100), "{second}");
    assert_eq!(second["findings"][0]["item"], "ledger::Ledger::take_back", "{second}");
    assert!(second["findings"][0]["seen"].as_u64().is_some_and(|it| it > 0), "{second}");
}
