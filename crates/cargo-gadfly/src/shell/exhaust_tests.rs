//! Command lines of `exhaust` over a pipeline that only pretends.

use std::fs;

use super::tests::Pretend;
use crate::exit_code::ExitCode;
use gadfly_session::pipeline::ValidInput;
use gadfly_session::report::{FailingCase, Finding, RunReport, SearchedFunction};

fn input(text: &str) -> ValidInput {
    let svg = format!("<svg>{text}</svg>");
    ValidInput { function: "m::insert".to_owned(), text: text.to_owned(), svg }
}

fn searched(name: &str) -> SearchedFunction {
    SearchedFunction {
        function: name.to_owned(),
        location: "src/lib.rs:70".to_owned(),
        bounds: "Node ≤ 5".to_owned(),
        explored: 10,
        valid: 2,
        complete: true,
        ..SearchedFunction::default()
    }
}

fn refused(name: &str) -> SearchedFunction {
    let error = Some("no bound for `Tree.root`".to_owned());
    SearchedFunction { error, complete: false, ..searched(name) }
}

/// A search of one function, which has two inputs.
fn pretend() -> Pretend {
    let mut pretend = Pretend::new();
    pretend.functions = vec![searched("m::insert")];
    pretend.inputs = vec![input("tree = 1"), input("tree = 2")];
    pretend
}

/// A search of two functions, of which one fails.
fn failing() -> Pretend {
    let mut pretend = Pretend::new();
    let case = Some(FailingCase::example());
    pretend.functions =
        vec![SearchedFunction { case, failures: 1, ..searched("m::insert") }, searched("remove")];
    pretend.findings = vec![Finding::example()];
    pretend
}

fn written(pretend: &Pretend) -> RunReport {
    RunReport::read(&pretend.report_file()).expect("a report")
}

#[test]
fn searches_without_failures_are_clean() {
    let (code, out, err) = pretend().run("exhaust");
    assert_eq!((code, err.as_str()), (ExitCode::Clean, ""));
    let first = "    Finished 10 candidates, 2 valid inputs of 1 function. Nothing broke.\n";
    assert!(out.starts_with(first), "{out}");
    assert!(out.contains(" ok    m::insert "), "{out}");
}

#[test]
fn failures_are_shown_with_test_and_page() {
    let mut pretend = failing();
    let (code, out, err) = pretend.run("exhaust");
    assert_eq!(code, ExitCode::Findings);
    assert!(err.contains("Found url::Url"), "{err}");
    assert!(out.contains("\n FAIL  m::insert "), "{out}");
    assert!(
        out.contains("cargo test insert_1 · written to /crate/tests/gadfly_failures/insert.rs")
    );
    let report = written(&pretend);
    let functions = report.details.exhaust.expect("details").functions;
    let page = functions[0].picture.clone().expect("a page");
    assert!(page.ends_with("target/gadfly/url/exhaust/m.insert.html"), "{page}");
    let text = fs::read_to_string(page).expect("the page");
    assert!(text.contains("tree = Tree { size: 1 }, key = 1: panics: no"), "{text}");
    assert_eq!(functions[1].picture, None);
    // Tests and drawings are no part of the document.
    assert_eq!(functions[0].case, None);
}

#[test]
fn shown_inputs_are_lines_of_standard_output() {
    let (code, out, _) = pretend().run("exhaust --show");
    assert_eq!((code, out.as_str()), (ExitCode::Clean, "tree = 1\ntree = 2\n"));
}

#[test]
fn shown_inputs_are_part_of_the_document() {
    let mut pretend = pretend();
    let (code, out, _) = pretend.run("exhaust --show --format json");
    assert_eq!(code, ExitCode::Clean);
    assert_eq!(out, fs::read_to_string(pretend.report_file()).expect("a report"));
    let value: serde_json::Value = serde_json::from_str(&out).expect("nothing but JSON");
    assert_eq!(value["structures"], serde_json::json!(["tree = 1", "tree = 2"]));
    pretend.run("exhaust --count --format json");
    assert_eq!(written(&pretend).details.structures, None);
}

#[test]
fn drawn_inputs_are_on_a_page() {
    let mut pretend = pretend();
    let (code, out, _) = pretend.run("exhaust --draw");
    assert_eq!(code, ExitCode::Clean);
    let functions = written(&pretend).details.exhaust.expect("details").functions;
    let page = functions[0].picture.clone().expect("a page");
    assert!(out.contains(&page), "{out}");
    let text = fs::read_to_string(page).expect("the page");
    assert!(text.contains("<svg>tree = 2</svg>"), "{text}");
}

#[test]
fn wrong_bounds_are_bad_usage_unless_others_fail() {
    let mut pretend = pretend();
    pretend.functions = vec![refused("wrong"), searched("m::insert")];
    let (code, out, err) = pretend.run("exhaust");
    assert_eq!(code, ExitCode::Usage);
    assert!(out.contains("\n ERROR wrong "), "{out}");
    assert_eq!(
        err,
        "error: wrong could not be searched\n  help: the reason stands above; the other functions \
         were searched\n"
    );
    let mut failing = failing();
    failing.functions.push(refused("wrong"));
    assert_eq!(failing.run("exhaust").0, ExitCode::Findings);
}

#[test]
fn interrupted_searches_are_continued_by_the_next_run() {
    let mut pretend = pretend();
    pretend.interrupted = true;
    pretend.functions[0].complete = false;
    let (_, out, _) = pretend.run("exhaust");
    assert!(out.starts_with(" Interrupted 10 candidates, "), "{out}");
    assert!(out.contains("The next run goes on from here."), "{out}");
    assert!(out.contains("\n PART  m::insert "), "{out}");
    assert!(written(&pretend).details.interrupted);
}

#[test]
fn settings_come_from_flags_and_file() {
    let text = "time = \"5m\"\nexclude = [\"slow\"]\njobs = 3\nwrite = false\n";
    let mut pretend = Pretend::with_settings(text);
    pretend.run("exhaust");
    pretend.run("exhaust --time 2s --jobs 7 --from-scratch --patience 1h --shard 2/3");
    let [file, typed] = &pretend.jobs[..] else { panic!("{:?}", pretend.jobs) };
    // A time in the file is meant for searches that have no end of their own.
    for part in ["time: None", "segments: [\"slow\"]", "jobs: 3", "write: false", "resume: true"] {
        assert!(file.contains(part), "{part}: {file}");
    }
    assert!(file.contains("mode: Check, shard: None, patience: 20s, share_after: 20ms"), "{file}");
    for part in ["time: Some(2s)", "jobs: 7", "resume: false", "patience: 3600s"] {
        assert!(typed.contains(part), "{part}: {typed}");
    }
    assert!(typed.contains("shard: Some(Shard { index: 2, count: 3 })"), "{typed}");
}

#[test]
fn refusals_come_before_any_search() {
    for (line, expected, message) in [
        ("exhaust -p missing", ExitCode::Usage, "error: no package named missing\n"),
        ("exhaust -p broken", ExitCode::Subject, "error: broken does not build: "),
        ("exhaust --shard 3/2", ExitCode::Usage, "error: invalid value '3/2'"),
        ("exhaust --count --show", ExitCode::Usage, "error: the argument '--count' cannot be"),
        ("list --shard 1/2", ExitCode::Usage, "error: `--shard` is a flag of exhaust, not of list"),
        ("exhaust --cases 5", ExitCode::Usage, "error: `--cases` is a flag of check, not of exh"),
    ] {
        let mut pretend = pretend();
        let (code, out, err) = pretend.run(line);
        assert_eq!((code, out.as_str()), (expected, ""), "{line}: {err}");
        assert!(err.starts_with(message), "{line}: {err}");
        assert!(pretend.jobs.is_empty(), "{line}");
    }
}
