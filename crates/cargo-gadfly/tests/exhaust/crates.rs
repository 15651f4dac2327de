//! Searches of small crates. One crate serves many assertions, because builds take their time.

use std::sync::OnceLock;

use gadfly_testkit::Project;

use crate::project::{alone, gadfly, project, search};

const LIBRARY: &str = include_str!("library.rs");

/// One crate for all tests that do not change it: it is built once.
pub(crate) fn shared() -> &'static Project {
    static SHARED: OnceLock<Project> = OnceLock::new();
    SHARED.get_or_init(|| project("shared", LIBRARY))
}

#[test]
fn a_crate_is_searched_from_end_to_end() {
    let _alone = alone();
    // Inputs that kill a process are skipped in the parts of parts, too.
    let flags = "--exclude hangs_on_one --no-tests --share-after 0ms";
    let searched = search(shared(), "shared", flags, 1);

    // 188 trees of up to five nodes, five keys.
    let name = "insert_keeps_the_order";
    let insert = searched.function(name);
    assert_eq!((&insert["valid"], &insert["bounds"]), (&940.into(), &"Node ≤ 5".into()));
    assert_eq!(insert["input"], "tree = Tree { root: Node { key: 1 }, size: 1 }, key = 1");
    assert_eq!(searched.text(name, "kind"), "property");
    assert!(searched.block(name).contains("insert_keeps_the_order(&mut tree, key);"));
    assert!(searched.text(name, "location").contains("src/lib.rs:"));
    let page = insert["picture"].as_str().expect("a page");
    assert!(std::path::Path::new(page).exists());

    for name in ["insert_adds_one", "first_is_the_smallest", "white_box_first", "black_box_first"] {
        assert!(searched.finding(name).is_none() && searched.function(name)["complete"] == true);
    }
    let name = "forgets_the_size";
    assert_eq!(searched.text(name, "kind"), "contract");
    assert!(searched.text(name, "message").contains("Tree::rep_ok(tree)"));
    let block = searched.block(name);
    assert!(block.contains("gadfly_check_forgets_the_size(tree).unwrap();"), "{block}");
    let message = searched.text("should_panic_when_empty", "message");
    assert!(message.starts_with("does not panic although"), "{message}");
    let name = "crashes_on_two";
    assert_eq!(searched.text(name, "kind"), "crash");
    let input = searched.function(name)["input"].as_str().expect("an input");
    assert!(input.contains("size: 2"), "{input}");
    assert!(searched.block(name).contains("#[ignore"), "{}", searched.block(name));
    let block = searched.block("no_list_is_cyclic");
    assert!(block.contains("gadfly_run_no_list_is_cyclic(Some("), "{block}");

    // The white-box search tries fewer inputs and finds the same failure.
    let white = &searched.function("white_box_insert")["input"];
    assert_eq!(white, "tree = Tree { root: Node { key: 1 }, size: 1 }, key = 1");
    let explored = |name| searched.function(name)["explored"].as_u64().expect("a number");
    assert!(explored("white_box_first") < explored("black_box_first"));

    // A function whose own bounds or predicate are wrong does not stop the others.
    let error = |name| searched.function(name)["error"].as_str().expect(name);
    let bad = error("bad_predicate");
    assert!(bad.contains("read `Tree.size` unseen"), "{bad}");
    let writing = error("writing_predicate");
    assert!(writing.contains("`Tree.size`") && writing.contains("chang"), "{writing}");
    assert!(error("unbounded").contains("pool(Node"), "{}", error("unbounded"));

    // Output of the function is no report, and what disturbs real ones ends its search.
    let prints = searched.function("prints_reports");
    assert_eq!((&prints["valid"], &prints["failures"]), (&76.into(), &70.into()));
    assert_eq!(searched.text("prints_reports", "message"), "panics: two nodes");
    for name in ["scribbles", "forges_reports"] {
        assert!(error(name).contains("reports cannot be read"), "{}", error(name));
    }

    // Where a type's name is not in scope, the test goes by the choices.
    let source = searched.text("elsewhere::is_small", "source");
    assert!(source.starts_with("gadfly_run_is_small(Some("), "{source}");
    // Every failure was repeated, and every test was proven: only the request keeps it out of the crate.
    for finding in searched.report["findings"].as_array().expect("findings") {
        let item = finding["item"].as_str().expect("a function");
        let reason = match item {
            "twin::same_name" => "not placed: another function of this name",
            _ => "not placed: --no-tests",
        };
        assert!(searched.block(item).contains(reason), "{}", searched.block(item));
        assert_eq!(finding["test"], serde_json::Value::Null);
    }
}

#[test]
fn parts_put_together_are_the_whole() {
    let _alone = alone();
    let show = |flags: &str| {
        let flags = format!("--show --include insert_keeps_the_order {flags}");
        let searched = search(shared(), "shared", &flags, 0);
        let explored = searched.report["exhaust"]["explored"].as_u64().expect("a number");
        let shown: Vec<String> = searched.stdout.lines().map(str::to_owned).collect();
        (explored, shown)
    };
    let (explored, whole) = show("--jobs 1 --share-after 1h");
    assert_eq!(whole.len(), 940);
    assert_eq!(show("--jobs 2 --share-after 1h"), (explored, whole.clone()));
    // Shared whenever that is possible.
    assert_eq!(show("--jobs 2 --share-after 0ms"), (explored, whole.clone()));
    let shard = |index| show(&format!("--jobs 1 --share-after 1h --shard {index}/3"));
    let shards: Vec<_> = (1..=3).map(shard).collect();
    assert_eq!(shards.iter().map(|shard| shard.0).sum::<u64>(), explored);
    assert!(shards.iter().all(|shard| shard.0 > explored / 5), "about equally large");
    assert_eq!(shards.into_iter().flat_map(|shard| shard.1).collect::<Vec<_>>(), whole);

    let drawn = search(shared(), "shared", "--draw --include insert_keeps_the_order", 0);
    let page = drawn.function("insert_keeps_the_order")["picture"].as_str().expect("a page");
    let text = std::fs::read_to_string(page).expect("the page");
    assert_eq!(text.matches("<svg").count(), 940);
    assert!(text.contains("marker-end"));
}

#[test]
fn endless_functions_are_reported() {
    let _alone = alone();
    let flags = "--include hangs_on_one --patience 10s --no-tests";
    let searched = search(shared(), "shared", flags, 1);
    assert_eq!(searched.text("hangs_on_one", "kind"), "hang");
    let block = searched.block("hangs_on_one");
    assert!(block.contains("#[ignore = \"does not come to an end\"]"), "{block}");
    assert!(block.contains("not placed: --no-tests"), "{block}");
}

#[test]
fn bad_input_is_explained() {
    let broken = "#[derive(gadfly::Finitize)] struct S { f: std::fs::File }";
    let broken = project("broken", broken);
    let run = gadfly().run(&broken, "exhaust /no/such/crate").expect_code(2);
    assert!(run.stderr.contains("/no/such/crate"), "{}", run.stderr);
    let message = gadfly().run(&broken, "exhaust").expect_code(3).stderr;
    assert!(message.contains("the values of `File` cannot be enumerated"), "{message}");
    // The field is underlined, and the remedies are listed.
    assert!(message.contains("{ f: std::fs::File }"), "{message}");
    assert!(message.contains("#[finitize(skip)]"), "{message}");
}
