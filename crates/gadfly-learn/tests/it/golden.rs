//! The running example of Palulu: histories, models and states as the paper has them.

use gadfly_learn::history::{Purity, PurityTable, Step, filtered, histories, without_non_mutators};
use gadfly_learn::model::{Label, Learned, Meeting, Model, Variables, folded};
use gadfly_learn::record::read;
use gadfly_learn::trace::{Position, Trace};
use gadfly_learn::{Functions, Literal};

use crate::graph::{example, functions};

pub(crate) fn trace() -> Trace {
    Trace::of(vec![read(&gadfly_trace::capture(example)).expect("a log")])
}

pub(crate) fn learned() -> Learned {
    Learned::of(&trace(), &functions(), &PurityTable::new())
}

/// The filtered history of each object of a type, as text.
fn filtered_texts(table: &PurityTable, type_name: &str) -> Vec<String> {
    let (trace, functions) = (trace(), functions());
    let purity = Purity::of(&trace, &functions, table);
    let is_type =
        |object: usize| trace.types[trace.objects[object].type_number].name.ends_with(type_name);
    histories(&trace)
        .into_iter()
        .filter(|(object, _)| is_type(*object))
        .map(|(object, steps)| filtered(&trace, &functions, &purity, object, steps))
        .map(|steps| text(&trace, &functions, &steps))
        .collect()
}

fn text(trace: &Trace, functions: &Functions, steps: &[Step]) -> String {
    let step = |step: &Step| {
        let path = functions.path(trace.calls[step.call].function);
        let within = match step.steps.as_slice() {
            [] => String::new(),
            steps => format!(" {{ {} }}", text(trace, functions, steps)),
        };
        format!("{}[{}]{within}", path.trim_start_matches("it::graph::"), step.position)
    };
    steps.iter().map(step).collect::<Vec<_>>().join("; ")
}

const NYC: &str = "Node::new[return]; Node::set_owner[0]; Graph::add_node[1]; \
                   Node::add_edge[0] { Graph::add_edge[1] }";
const BOSTON: &str = "Node::new[return]; Node::set_owner[0]; Graph::add_node[1]; \
                      Node::add_edge[1] { Graph::add_edge[2] }";
const GRAPH: &str = "Graph::generate_graph[return] { Graph::new[return]; Graph::init[0] }; \
                     Graph::add_node[0]; Graph::add_node[0]; Graph::add_edge[0]";

#[test]
fn filtered_histories_are_those_of_the_paper() {
    // Nothing says which functions change what: texts before and after calls do.
    let table = PurityTable::new();
    assert_eq!(filtered_texts(&table, "::Node"), [NYC, BOSTON]);
    assert_eq!(filtered_texts(&table, "::Graph"), [GRAPH]);
}

#[test]
fn tables_of_users_win() {
    let table = PurityTable::from([("Node::set_owner".to_owned(), vec!["self".to_owned()])]);
    let expected = NYC.replace("Node::set_owner[0]; ", "");
    assert_eq!(filtered_texts(&table, "::Node")[0], expected);
}

#[test]
fn unfiltered_histories_have_all_calls() {
    let (trace, functions) = (trace(), functions());
    let all = histories(&trace);
    let graph = text(&trace, &functions, &all[&0]);
    assert_eq!(
        graph,
        "Graph::generate_graph[return] { Graph::new[return]; Graph::init[0] }; Node::set_owner[1]; \
         Node::set_owner[1]; Graph::add_node[0]; Graph::add_node[0]; \
         Graph::add_edge[0] { Graph::add_to_node[0]; Graph::add_to_node[0] }; Graph::get_degree[0]"
    );
    let purity = Purity::of(&trace, &functions, &PurityTable::new());
    let steps = without_non_mutators(&trace, &purity, 0, all[&0].clone());
    assert!(!text(&trace, &functions, &steps).contains("degree"));
}

/// Nodes with the nodes that follow, as text.
fn model_text(learned: &Learned, model: &Model) -> Vec<String> {
    let name = |node: usize| match model.nodes[node].label {
        Label::Made => "made".to_owned(),
        Label::Call { function, position } => {
            let path = learned.functions[function].path.trim_start_matches("it::graph::");
            format!("{node} {path}[{position}]")
        }
    };
    let all =
        |from| model.next(from).iter().map(|edge| name(edge.to)).collect::<Vec<_>>().join(", ");
    let starts = std::iter::once(format!("start: {}", all(None)));
    starts
        .chain((0..model.nodes.len()).map(|node| format!("{}: {}", name(node), all(Some(node)))))
        .collect()
}

fn model<'a>(learned: &'a Learned, name: &str) -> &'a Model {
    let found = learned.models.iter().find(|model| model.type_name.ends_with(name));
    found.expect("a model")
}

#[test]
fn models_are_those_of_the_paper() {
    let learned = learned();
    assert_eq!(
        model_text(&learned, model(&learned, "::Graph")),
        [
            "start: 0 Graph::generate_graph[return], 1 Graph::new[return]",
            "0 Graph::generate_graph[return]: 3 Graph::add_node[0]",
            "1 Graph::new[return]: 2 Graph::init[0]",
            "2 Graph::init[0]: 3 Graph::add_node[0]",
            "3 Graph::add_node[0]: 4 Graph::add_node[0]",
            "4 Graph::add_node[0]: 5 Graph::add_edge[0]",
            "5 Graph::add_edge[0]: ",
        ]
    );
    assert_eq!(
        model_text(&learned, model(&learned, "::Node")),
        [
            "start: 0 Node::new[return]",
            "0 Node::new[return]: 1 Node::set_owner[0]",
            "1 Node::set_owner[0]: 2 Graph::add_node[1]",
            "2 Graph::add_node[1]: 3 Node::add_edge[1], 4 Graph::add_edge[2], 5 Node::add_edge[0], 6 Graph::add_edge[1]",
            "3 Node::add_edge[1]: ",
            "4 Graph::add_edge[2]: ",
            "5 Node::add_edge[0]: ",
            "6 Graph::add_edge[1]: ",
        ]
    );
    let inputs = &model(&learned, "::Node").nodes[0].inputs;
    let values: Vec<_> = inputs.iter().map(|input| (&input.values[..], input.times)).collect();
    let text = |text: &str| [Some(Literal::Text(text.to_owned()))];
    assert_eq!(values, [(&text("Boston")[..], 1), (&text("NYC")[..], 1)]);
}

#[test]
fn states_are_those_of_the_paper() {
    let learned = learned();
    let function =
        |path: &str| learned.function(&format!("it::graph::{path}")).expect("a function");
    let (graph, node) = (model(&learned, "::Graph"), model(&learned, "::Node"));
    let (of_graph, of_node) = (graph.type_name.as_str(), node.type_name.as_str());
    let mut variables = Variables::new(&learned.models);
    let receiver = Position::Argument(0);

    variables.call(function("Node::new"), &[(1, of_node, Position::Return)]);
    assert_eq!(variables.state(1), Some(0), "ss6");
    variables.call(function("Graph::new"), &[(2, of_graph, Position::Return)]);
    assert_eq!(variables.state(2), Some(1), "ss4");
    let set_owner = [(1, of_node, receiver), (2, of_graph, Position::Argument(1))];
    assert!(variables.allow(function("Node::set_owner"), &set_owner));
    variables.call(function("Node::set_owner"), &set_owner);
    assert_eq!((variables.state(1), variables.state(2)), (Some(1), Some(1)), "ss7, ss4");
    // The graph is not initialised.
    let add_node = [(2, of_graph, receiver), (1, of_node, Position::Argument(1))];
    assert!(!variables.allow(function("Graph::add_node"), &add_node));
    variables.call(function("Graph::init"), &[(2, of_graph, receiver)]);
    assert_eq!(variables.state(2), Some(2), "ss5");
    assert!(variables.allow(function("Graph::add_node"), &add_node));
}

#[test]
fn partners_have_met_or_not() {
    let learned = learned();
    let meeting = |path: &str, arguments| {
        let function = learned.function(path).expect("a function");
        learned.partners(function, arguments).expect("partners").meeting()
    };
    assert_eq!(meeting("it::graph::Graph::add_node", (0, 1)), Meeting::All);
    assert_eq!(meeting("it::graph::Graph::add_edge", (0, 1)), Meeting::All);
    assert_eq!(meeting("it::graph::Graph::add_edge", (1, 2)), Meeting::None);
    assert_eq!(meeting("it::graph::Node::set_owner", (0, 1)), Meeting::None);
    let function = learned.function("it::graph::Graph::add_node").expect("a function");
    let partners = learned.partners(function, (0, 1)).expect("partners");
    assert!(partners.allows(true) && !partners.allows(false));
}

#[test]
fn folded_models_mark_steps_back() {
    let learned = learned();
    let graph = folded(model(&learned, "::Graph"), 1);
    assert_eq!(
        model_text(&learned, &graph),
        [
            "start: 0 Graph::generate_graph[return], 1 Graph::new[return]",
            "0 Graph::generate_graph[return]: 3 Graph::add_node[0]",
            "1 Graph::new[return]: 2 Graph::init[0]",
            "2 Graph::init[0]: 3 Graph::add_node[0]",
            "3 Graph::add_node[0]: 3 Graph::add_node[0], 4 Graph::add_edge[0]",
            "4 Graph::add_edge[0]: ",
        ]
    );
    assert_eq!(
        &graph,
        learned.folded.iter().find(|it| it.type_name.ends_with("::Graph")).expect("a model")
    );
    let back: Vec<bool> = graph.nodes[3].next.iter().map(|edge| edge.is_back).collect();
    assert_eq!(back, [true, false]);
    // With two steps, the second addition is another than the first after either way to begin.
    assert_eq!(folded(model(&learned, "::Graph"), 2).nodes.len(), 7);
    assert!(
        model(&learned, "::Graph").nodes.iter().all(|node| node.next.iter().all(|it| !it.is_back))
    );
}

#[test]
fn files_of_models_are_read_back() {
    let learned = learned();
    let json = learned.json();
    assert_eq!(Learned::read(&json).expect("a file"), learned);
    let error = |text: &str| Learned::read(text).expect_err("damage").to_string();
    assert_eq!(
        error(&json.replace("\"format_version\": 1", "\"format_version\": 7")),
        "layout 7 of models is unknown"
    );
    assert!(error(&json.replace("\"to\": 6", "\"to\": 60")).contains("does not exist"));
    assert!(error(&json.replace("\"function\": 4", "\"function\": 40")).contains("does not exist"));
    assert!(error("{}").starts_with("not a file of models"));
}

#[test]
fn files_of_models_ignore_the_order_of_threads() {
    let log =
        |thread| gadfly_trace::Capture::new(gadfly_trace::Limits::default(), thread).run(example);
    let logs = [0, 1].map(|thread| read(&log(thread)).expect("a log"));
    let json =
        |logs: Vec<_>| Learned::of(&Trace::of(logs), &functions(), &PurityTable::new()).json();
    let mut other = logs.clone();
    other.reverse();
    for (process, log) in (7..).zip(&mut other) {
        log.process = process;
    }
    assert_eq!(json(logs.to_vec()), json(other.to_vec()));
}
