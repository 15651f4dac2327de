//! `cargo gadfly learn`: the crate's own programs are traced, and become models.

use gadfly_testkit::Project;

use crate::{fresh_place, report, sharing_gadfly};

#[test]
fn tests_and_documentation_become_models() {
    let project = Project::of_fixture("graph-node");
    let place = fresh_place("fixture-graph-node");
    let run = sharing_gadfly().run(&project, "learn").expect_code(0);
    for line in ["Graph ", "Node ", "Not traced: functions: 1 (async), 2 (called in a constant)"] {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    let learn = &report(&place)["learn"];
    let sources: Vec<_> = learn["sources"].as_array().expect("sources").iter().collect();
    let ran = |at: usize| (sources[at]["source"].as_str(), sources[at]["tests"].as_u64());
    assert_eq!(ran(0), (Some("doctests"), Some(1)), "{learn}");
    assert_eq!(ran(1), (Some("tests"), Some(1)), "{learn}");
    assert!(
        sources.iter().all(|it| it["not_traced"].as_array().is_some_and(Vec::is_empty)),
        "{learn}"
    );
    let models: Vec<_> = learn["models"].as_array().expect("models").iter().collect();
    let types: Vec<_> = models.iter().filter_map(|it| it["type"].as_str()).collect();
    assert_eq!(types, ["graph_node::Graph", "graph_node::Node"]);
    for model in models {
        let picture = std::fs::read_to_string(model["picture"].as_str().expect("a file"));
        assert!(picture.expect("an image").contains("class=\"step\""));
    }

    // The same calls make the same models, and the crate is as it was.
    let file = place.join("model.json");
    let first = std::fs::read_to_string(&file).expect("models");
    let shown = sharing_gadfly().run(&project, "learn --type Node --show dot").expect_code(0);
    assert_eq!(std::fs::read_to_string(&file).expect("models"), first);
    assert!(shown.stdout.starts_with("digraph \"graph_node::Node\""), "{}", shown.stdout);
    assert!(shown.stdout.contains("Node::set_owner (self)"), "{}", shown.stdout);
    assert!(!shown.stdout.contains("\"graph_node::Graph\""), "{}", shown.stdout);
    assert!(!project.read("src/lib.rs").contains("gadfly"));
}
