//! Searches of small crates. One crate serves many assertions, because builds take their time.

use std::sync::OnceLock;
use std::time::Duration;

use cargo_gadfly::exhaust::{
    CaseKind, ExhaustError, ExhaustOptions, FunctionReport, Mode, Placement, Shard,
};
use gadfly_testkit::Project;

use crate::project::{options, project, proving, search};

const LIBRARY: &str = include_str!("library.rs");

/// One crate for all tests that do not change it: it is built once.
pub(crate) fn shared() -> &'static Project {
    static SHARED: OnceLock<Project> = OnceLock::new();
    SHARED.get_or_init(|| project("shared", LIBRARY))
}

fn find<'a>(functions: &'a [FunctionReport], name: &str) -> &'a FunctionReport {
    functions.iter().find(|report| report.function == name).expect(name)
}

#[test]
fn a_crate_is_searched_from_end_to_end() {
    let _proving = proving();
    let mut options = options(shared(), "whole").exclude("hangs_on_one");
    options.place = false;
    // Inputs that kill a process are skipped in the parts of parts, too.
    options.share_after = Duration::ZERO;
    let (report, _) = search(&options).expect("a run");
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

    for name in ["insert_adds_one", "first_is_the_smallest", "white_box_first", "black_box_first"] {
        assert!(find(functions, name).case.is_none(), "{name}");
    }
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
    assert!(case.test.contains("#[ignore"), "{}", case.test);
    let cyclic = find(functions, "no_list_is_cyclic");
    let case = cyclic.case.as_ref().expect("a cycle");
    assert!(case.test.contains("gadfly_run_no_list_is_cyclic(Some("), "{}", case.test);

    // The white-box search tries fewer inputs and finds the same failure.
    let white = find(functions, "white_box_insert");
    let case = white.case.as_ref().expect("a counterexample");
    assert_eq!(case.arguments, "tree = Tree { root: Node { key: 1 }, size: 1 }, key = 1");
    let black = find(functions, "black_box_first");
    assert!(find(functions, "white_box_first").counts.explored < black.counts.explored);

    // A function whose own bounds or predicate are wrong does not stop the others.
    let error = |name| find(functions, name).error.clone().expect(name);
    assert!(
        error("bad_predicate").contains("read `Tree.size` unseen"),
        "{}",
        error("bad_predicate")
    );
    let writing = error("writing_predicate");
    assert!(writing.contains("`Tree.size`") && writing.contains("chang"), "{writing}");
    assert!(error("unbounded").contains("pool(Node"), "{}", error("unbounded"));

    // Output of the function is no report, and what disturbs real ones ends its search.
    let prints = find(functions, "prints_reports");
    let case = prints.case.as_ref().expect("a counterexample");
    assert_eq!((prints.counts.valid, prints.counts.failures), (76, 70));
    assert_eq!((case.message.as_str(), case.confirmed), ("panics: two nodes", 3));
    assert!(error("scribbles").contains("reports cannot be read"), "{}", error("scribbles"));

    // Where a type's name is not in scope, the test goes by the choices. Every test was proven:
    // only the request keeps it out of the crate.
    let small = find(functions, "elsewhere::is_small").case.as_ref().expect("a counterexample");
    assert!(small.body.starts_with("gadfly_run_is_small(Some("), "{}", small.body);
    for function in functions {
        let Some(case) = &function.case else { continue };
        let Placement::Refused(reason) = &case.placement else { panic!("{function:?}") };
        match function.function.as_str() {
            "twin::same_name" => assert!(reason.contains("another function of this name")),
            _ => assert!(reason.contains("--no-tests"), "{function:?}"),
        }
    }
}

#[test]
fn parts_put_together_are_the_whole() {
    let show = |jobs, shard, share_after| {
        let mut options = options(shared(), "parts").include("insert_keeps_the_order");
        (options.mode, options.jobs, options.shard) = (Mode::Show, Some(jobs), shard);
        options.share_after = share_after;
        let (report, shown) = search(&options).expect("a run");
        (report.functions[0].counts.explored, shown)
    };
    let late = Duration::from_secs(3600);
    let (explored, whole) = show(1, None, late);
    assert_eq!(whole.len(), 940);
    assert_eq!(show(2, None, late), (explored, whole.clone()));
    // Shared whenever that is possible.
    assert_eq!(show(2, None, Duration::ZERO), (explored, whole.clone()));
    let shard = |index| show(1, Some(Shard { index, count: 3 }), late);
    let shards: Vec<_> = (1..=3).map(shard).collect();
    assert_eq!(shards.iter().map(|shard| shard.0).sum::<u64>(), explored);
    assert!(shards.iter().all(|shard| shard.0 > explored / 5), "about equally large");
    assert_eq!(shards.into_iter().flat_map(|shard| shard.1).collect::<Vec<_>>(), whole);

    let mut options = options(shared(), "parts").include("insert_keeps_the_order");
    options.mode = Mode::Draw;
    let (report, _) = search(&options).expect("a run");
    let page = report.functions[0].page.as_ref().expect("a page");
    let text = std::fs::read_to_string(page).expect("the page");
    assert_eq!(text.matches("<svg").count(), 940);
    assert!(text.contains("marker-end"));
}

#[test]
fn endless_functions_are_reported_and_filters_that_leave_nothing() {
    let _proving = proving();
    let mut options = options(shared(), "bad").include("hangs_on_one");
    options.patience = Duration::from_secs(10);
    options.place = false;
    let (report, _) = search(&options).expect("a run");
    let case = report.functions[0].case.as_ref().expect("a hang");
    assert_eq!(case.kind, CaseKind::Hang);
    assert!(case.test.contains("#[ignore = \"does not come to an end\"]"), "{}", case.test);
    let error = search(&options.include("nothing").exclude("*")).expect_err("nothing to run");
    assert!(matches!(error, ExhaustError::NothingToRun { filtered: true, .. }), "{error}");
}

#[test]
fn bad_input_is_explained() {
    let missing = ExhaustOptions::new("/no/such/crate");
    let error = search(&missing).expect_err("no crate");
    assert!(matches!(error, ExhaustError::Metadata { .. }), "{error}");
    let broken = "#[derive(gadfly::Finitize)] struct S { f: std::fs::File }";
    let broken = project("broken", broken);
    let error = search(&options(&broken, "out")).expect_err("no build");
    let ExhaustError::Build { message, .. } = &error else { panic!("{error}") };
    assert!(message.contains("the values of `File` cannot be enumerated"), "{message}");
    // The field is underlined, and the remedies are listed.
    assert!(message.contains("{ f: std::fs::File }"), "{message}");
    assert!(message.contains("#[finitize(skip)]"), "{message}");
}
