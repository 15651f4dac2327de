//! Runs on small crates. Builds with link-time optimisation are slow, so that one crate serves
//! many assertions.

use std::sync::OnceLock;
use std::time::Duration;

use cargo_gadfly::exhaust::{CaseKind, ExhaustError, ExhaustOptions, FunctionReport, Mode, Shard};

use crate::project::Project;

const LIBRARY: &str = include_str!("library.rs");

/// One crate for all tests that do not change it: it is built once.
fn shared() -> &'static Project {
    static SHARED: OnceLock<Project> = OnceLock::new();
    SHARED.get_or_init(|| Project::new(LIBRARY))
}

fn find<'a>(functions: &'a [FunctionReport], name: &str) -> &'a FunctionReport {
    functions.iter().find(|report| report.function.ends_with(name)).expect(name)
}

#[test]
fn a_crate_is_searched_from_end_to_end() {
    let project = shared();
    let mut options = project.options("whole");
    options.exclude = vec!["hangs".to_owned(), "bad_predicate".to_owned()];
    let (report, _) = project.run(&options).expect("a run");
    assert!(report.has_findings());
    let functions = &report.functions;

    // 188 trees of up to five nodes, five keys.
    let insert = find(functions, "insert_keeps_the_order");
    assert_eq!((insert.counts.valid, insert.bounds.as_str()), (940, "Node ≤ 5"));
    let case = insert.case.as_ref().expect("a counterexample");
    assert_eq!(case.kind, CaseKind::Panic);
    assert_eq!(case.arguments, "tree = Tree { root: Node { key: 1 }, size: 1 }, key = 1");
    assert_eq!(case.confirmed, 3);
    assert!(case.test.contains("insert_keeps_the_order(&mut tree, key);"), "{}", case.test);
    assert!(case.location.contains("src/lib.rs:"), "{}", case.location);
    assert!(insert.page.as_ref().is_some_and(|page| page.exists()));

    let one = find(functions, "insert_adds_one");
    assert!(one.case.is_none(), "{:?}", one.case);
    let first = find(functions, "first_is_the_smallest");
    assert!(first.case.is_none(), "{:?}", first.case);
    let violated = find(functions, "forgets_the_size");
    let case = violated.case.as_ref().expect("a violated invariant");
    assert_eq!(case.kind, CaseKind::Contract);
    assert!(case.message.contains("Tree::rep_ok(tree)"), "{}", case.message);
    assert!(case.test.contains("gadfly_check_forgets_the_size(tree).unwrap();"), "{}", case.test);
    let calm = find(functions, "should_panic_when_empty");
    let case = calm.case.as_ref().expect("a missing panic");
    assert!(case.message.starts_with("does not panic although"), "{}", case.message);
    let crash = find(functions, "crashes_on_two");
    let case = crash.case.as_ref().expect("a crash");
    assert_eq!((case.kind, case.confirmed), (CaseKind::Crash, 3));
    assert!(case.arguments.contains("size: 2"), "{}", case.arguments);
    let cyclic = find(functions, "no_list_is_cyclic");
    let case = cyclic.case.as_ref().expect("a cycle");
    assert!(case.test.contains("gadfly_run_no_list_is_cyclic(Some("), "{}", case.test);

    // The white-box search tries fewer inputs and finds the same failure.
    let white = find(functions, "white_box_insert");
    let case = white.case.as_ref().expect("a counterexample");
    assert_eq!(case.arguments, "tree = Tree { root: Node { key: 1 }, size: 1 }, key = 1");
    let black = find(functions, "black_box_first");
    let white = find(functions, "white_box_first");
    assert!(white.case.is_none() && black.case.is_none());
    assert!(white.counts.explored < black.counts.explored);

    // The tests that were written fail as promised.
    let tests: String = ["insert_keeps_the_order", "forgets_the_size", "no_list_is_cyclic"]
        .iter()
        .filter_map(|name| find(functions, name).case.as_ref())
        .map(|case| case.test.clone())
        .collect();
    let project = Project::new(&format!("{LIBRARY}\n{tests}"));
    let mut command = std::process::Command::new("cargo");
    let output = command.args(["test", "--lib", "_1"]).current_dir(project.path()).output();
    let text = String::from_utf8_lossy(&output.expect("cargo runs").stdout).into_owned();
    assert!(text.contains("0 passed; 3 failed"), "{text}");
}

#[test]
fn parts_put_together_are_the_whole() {
    let project = shared();
    let show = |jobs, shard| {
        let mut options = project.options("parts");
        options.include = vec!["insert_keeps_the_order".to_owned()];
        (options.mode, options.jobs, options.shard) = (Mode::Show, Some(jobs), shard);
        let (report, shown) = project.run(&options).expect("a run");
        (report.functions[0].counts.explored, shown)
    };
    let (explored, whole) = show(1, None);
    assert_eq!(whole.len(), 940);
    assert_eq!(show(2, None), (explored, whole.clone()));
    let shards: Vec<_> = (1..=3).map(|index| show(1, Some(Shard { index, count: 3 }))).collect();
    assert_eq!(shards.iter().map(|shard| shard.0).sum::<u64>(), explored);
    assert_eq!(shards.into_iter().flat_map(|shard| shard.1).collect::<Vec<_>>(), whole);

    let mut options = project.options("parts");
    options.include = vec!["insert_keeps_the_order".to_owned()];
    options.mode = Mode::Draw;
    let (report, _) = project.run(&options).expect("a run");
    let page = report.functions[0].page.as_ref().expect("a page");
    let text = std::fs::read_to_string(page).expect("the page");
    assert_eq!(text.matches("<svg").count(), 940);
    assert!(text.contains("marker-end"));
    interrupted_runs_resume(project);
}

/// A run whose time is over leaves a record; the next one starts from it and counts the same.
fn interrupted_runs_resume(project: &Project) {
    let options = |time| {
        let mut options = project.options("parts");
        options.include = vec!["large_space".to_owned()];
        (options.mode, options.jobs, options.time) = (Mode::Count, Some(1), time);
        options
    };
    let (whole, _) = project.run(&options(None)).expect("a run");
    let record = |index: usize| {
        let files = std::fs::read_dir(project.path().join("parts/exhaust")).expect("results");
        let progress = files.filter_map(Result::ok).map(|file| file.path());
        progress.filter(|path| path.extension().is_some_and(|it| it == "progress")).nth(index)
    };
    assert_eq!(record(0), None, "a finished run leaves no record");
    let (cut, _) = project.run(&options(Some(Duration::ZERO))).expect("a run");
    assert!(cut.functions[0].out_of_time);
    let path = record(0).expect("a record");
    // What a longer run would have added: the first part, by its own count.
    let text = std::fs::read_to_string(&path).expect("the record");
    let fake = "part 0\n\u{1e}gadfly\tdone\t1000000\t7\t0\t0\t0\t0\t0\t0\t\n";
    std::fs::write(&path, format!("{text}{fake}")).expect("the record");
    let (resumed, _) = project.run(&options(None)).expect("a run");
    let (whole, resumed) = (whole.functions[0].counts, resumed.functions[0].counts);
    assert!(resumed.explored > 1_000_000 && resumed.explored < whole.explored + 1_000_000);
}

#[test]
fn endless_functions_and_bad_predicates_are_reported() {
    let project = shared();
    let mut options = project.options("bad");
    options.include = vec!["hangs".to_owned()];
    options.patience = Duration::from_secs(8);
    let (report, _) = project.run(&options).expect("a run");
    let case = report.functions[0].case.as_ref().expect("a hang");
    assert_eq!(case.kind, CaseKind::Hang);
    options.include = vec!["bad_predicate".to_owned()];
    let error = project.run(&options).expect_err("an audit");
    let ExhaustError::Search { message, .. } = &error else { panic!("{error}") };
    assert!(message.contains("read `Tree.size` unseen"), "{message}");
    options.include = vec!["nothing like this".to_owned()];
    let error = project.run(&options).expect_err("nothing to run");
    assert!(matches!(error, ExhaustError::NothingToRun { filtered: true, .. }), "{error}");
}

#[test]
fn bad_input_is_explained() {
    let missing = ExhaustOptions::new("/no/such/crate");
    let error = cargo_gadfly::exhaust::run(&missing, &mut |_| ()).expect_err("no crate");
    assert!(matches!(error, ExhaustError::Metadata { .. }), "{error}");
    let broken = Project::new("#[derive(gadfly::Finitize)] struct S { f: std::fs::File }");
    let error = broken.run(&broken.options("input")).expect_err("no build");
    let ExhaustError::Build { message } = &error else { panic!("{error}") };
    assert!(message.contains("the values of `File` cannot be enumerated"), "{message}");
}
