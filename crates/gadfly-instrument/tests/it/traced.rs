//! From a crate with tests to models.

use std::path::Path;

use gadfly_cargo::{Subject, SubjectRequest, locate};
use gadfly_instrument::{Instrumented, Request, Unseen, instrument};
use gadfly_learn::history::PurityTable;
use gadfly_learn::model::{Label, Model};
use gadfly_learn::{Learned, Trace, record};
use gadfly_testkit::{Project, shared_target_dir};

fn subject(path: &Path) -> Subject {
    locate(&SubjectRequest { path: path.to_owned(), ..SubjectRequest::default() }).expect("a crate")
}

/// Runs tests or documentation of a copy; returns the output of those that do not compile.
fn run(request: &Request<'_>, what: &[&str], logs: &Path) -> String {
    std::fs::create_dir_all(logs).expect("a folder");
    let cargo = request.cargo("test").args(what).env("GADFLY_TRACE_DIR", logs);
    let finished = cargo.run().expect("cargo runs");
    format!("{}{}", String::from_utf8_lossy(&finished.stdout), finished.stderr)
}

fn learned(instrumented: &Instrumented, logs: &Path) -> Learned {
    let entries = std::fs::read_dir(logs).expect("a folder");
    let logs = entries.map(|entry| std::fs::read(entry.expect("an entry").path()).expect("a log"));
    let logs = logs.map(|bytes| record::read(&bytes).expect("a log")).collect();
    Learned::of(
        &Trace::with_handles(logs, &instrumented.handles),
        &instrumented.functions,
        &PurityTable::new(),
    )
}

fn steps(learned: &Learned, model: &Model) -> Vec<String> {
    let step = |label| match label {
        Label::Made => "made".to_owned(),
        Label::Call { function, position } => {
            let path = &learned.functions[function].path;
            format!("{}[{position}]", path.trim_start_matches("graph_node::"))
        }
    };
    model.nodes.iter().map(|node| step(node.label)).collect()
}

#[test]
fn tests_of_a_crate_become_models() {
    let project = Project::of_fixture("graph-node");
    let subject = subject(project.path());
    let request = Request {
        subject: &subject,
        folder: project.path().join("target/traced"),
        target: shared_target_dir().join("traced"),
        with_private: true,
        with_callers: true,
    };
    let mut instrumented = instrument(&request).expect("a copy");
    assert_eq!(instrumented.rounds, 2, "{instrumented:?}");
    let sites: Vec<&str> = instrumented.sites.iter().map(|site| site.text.as_str()).collect();
    assert_eq!(sites, ["Graph::generate_graph()", "Node::new(\"NYC\")", "Node::new(\"Boston\")"]);

    let output = run(&request, &["--doc"], &project.path().join("documentation"));
    assert!(instrumented.restore_constants(&request, &output).expect("a copy"), "{output}");
    let output = run(&request, &["--doc"], &project.path().join("documentation"));
    assert!(output.contains("1 passed"), "{output}");
    assert!(!instrumented.restore_constants(&request, &output).expect("a copy"));
    let unseen: Vec<(Unseen, usize)> = instrumented.unseen.clone().into_iter().collect();
    assert_eq!(unseen, [(Unseen::Async, 1), (Unseen::Const, 2), (Unseen::Tracer, 2)]);

    let logs = project.path().join("logs");
    let output = run(&request, &["--tests"], &logs);
    assert!(output.contains("1 passed"), "{output}");
    let learned = learned(&instrumented, &logs);
    assert_eq!(
        steps(&learned, learned.model("graph_node::Graph").expect("a model")),
        [
            "Graph::generate_graph[return]",
            "Graph::new[return]",
            "Graph::init[0]",
            "Graph::add_node[0]",
            "Graph::add_node[0]",
            "Graph::add_edge[0]"
        ]
    );
    let node = learned.model("graph_node::Node").expect("a model");
    assert_eq!((node.nodes.len(), node.objects), (7, 2));
    // The crate itself is as it was.
    assert!(!project.read("src/lib.rs").contains("gadfly"));
}
