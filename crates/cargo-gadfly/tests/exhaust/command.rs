//! The command as people run it, on the crate that the other tests share. It works in one directory
//! per package, one run at a time: hence one test.

use std::process::{Child, Command, Stdio};

use gadfly_testkit::{Project, Tool};
use serde_json::Value;

use crate::crates::shared;
use crate::project::{alone, gadfly};

/// A report without what differs from run to run.
fn report(text: &str) -> Value {
    let mut report: Value = serde_json::from_str(text).expect("nothing but JSON");
    report["seconds"] = Value::Null;
    report["calls_per_second"] = Value::Null;
    report["exhaust"]["candidates_per_second"] = Value::Null;
    for function in report["exhaust"]["functions"].as_array_mut().expect("functions") {
        function["seconds"] = Value::Null;
        // Every process looks closely at its own first candidates.
        for audits in ["audited", "audited_for_code", "audited_for_calls"] {
            function[audits] = Value::Null;
        }
    }
    report
}

#[test]
fn the_command_searches_reports_and_goes_on() {
    let _alone = alone();
    let project = shared();
    findings_are_shown_proven_and_placed(project);
    documents_and_lists_go_to_standard_output(project);
    mistakes_have_their_exit_codes(project);
    a_search_killed_at_any_point_goes_on(project);
    an_interrupted_search_goes_on(project);
}

fn findings_are_shown_proven_and_placed(project: &Project) {
    let line = "exhaust --include insert_keeps_the_order --include insert_adds_one";
    let run = gadfly().run(project, line).expect_code(1);
    assert!(run.stderr.contains("Building shared 0.1.0"), "{}", run.stderr);
    assert!(run.stderr.contains("Found insert_keeps_the_order panics: "), "{}", run.stderr);
    assert!(run.stderr.contains("1 of 1 test failing as predicted"), "{}", run.stderr);
    for part in [
        "\n FAIL  insert_keeps_the_order           panics: assertion failed: tree.rep_ok()",
        "\n           tree = Tree { root: Node { key: 1 }, size: 1 }, key = 1\n",
        "\n               insert_keeps_the_order(&mut tree, key);\n",
        "cargo test insert_keeps_the_order_1 · written to tests/gadfly_failures/insert_keeps_the_order.rs\n",
        "/insert_keeps_the_order.html\n",
        " ok    insert_adds_one ",
    ] {
        assert!(run.stdout.contains(part), "{part}\n{}", run.stdout);
    }
    // In the crate's own tests it is there, and fails.
    let tests = Tool::cargo().run(project, "test --lib insert_keeps_the_order_1");
    let tests = tests.expect_code(101).stdout;
    assert!(tests.contains("0 passed; 1 failed"), "{tests}");

    let file = "tests/gadfly_failures/insert_keeps_the_order.rs";
    let placed = project.read(file);
    let run = gadfly().run(project, line).expect_code(1);
    assert!(run.stdout.contains("already in tests/gadfly_failures"), "{}", run.stdout);
    assert_eq!(project.read(file), placed);
    // A test that no longer compiles stops nothing, and a file that was changed is left alone.
    std::fs::write(project.path().join(file), "no Rust at all").expect("written");
    let run = gadfly().run(project, line).expect_code(1);
    assert!(run.stdout.contains("was changed by hand"), "{}", run.stdout);
    assert_eq!(project.read(file), "no Rust at all");
    std::fs::remove_file(project.path().join(file)).expect("removed");
}

fn documents_and_lists_go_to_standard_output(project: &Project) {
    let line = "exhaust --include forgets_the_size --format json --quiet --no-tests";
    let run = gadfly().run(project, line).expect_code(1);
    assert_eq!(run.stderr, "");
    let report = report(&run.stdout);
    assert_eq!((&report["command"], &report["package"]), (&"exhaust".into(), &"shared".into()));
    let finding = &report["findings"][0];
    assert_eq!((&finding["kind"], &finding["class"]), (&"contract".into(), &"bug".into()));
    assert_eq!(finding["item"], "forgets_the_size");
    assert_eq!(finding["test"], Value::Null);
    assert!(finding["source"].as_str().is_some_and(|text| text.contains("gadfly_check_")));
    let exhaust = &report["exhaust"];
    assert_eq!((&exhaust["mode"], &exhaust["complete"]), (&"check".into(), &true.into()));
    assert_eq!(exhaust["functions"][0]["bounds"], "Node ≤ 3");
    assert!(!project.path().join("tests/gadfly_failures").join("forgets_the_size.rs").exists());

    let show = gadfly().run(project, "exhaust --include insert_adds_one --show").expect_code(0);
    assert_eq!(show.stdout.lines().count(), 255);
    assert!(show.stdout.lines().all(|line| line.starts_with("tree = Tree { ")), "{}", show.stdout);
    let count = gadfly().run(project, "exhaust --include insert_adds_one --count").expect_code(0);
    assert!(count.stdout.contains("255 valid · 2,550 candidates · Node ≤ 4"), "{}", count.stdout);
}

fn mistakes_have_their_exit_codes(project: &Project) {
    for (line, part) in [
        ("exhaust --shard 3/2", "is not a shard"),
        ("exhaust --count --show", "cannot be used with"),
        ("exhaust --include nothing", "matches --include and --exclude"),
        ("exhaust --include unbounded", "pool(Node = "),
        ("exhaust --include bad_predicate", "read `Tree.size` unseen"),
    ] {
        let run = gadfly().run(project, line).expect_code(2);
        assert!(run.stderr.contains(part), "{line}: {}", run.stderr);
    }
    let plain = Project::of_source("pub fn f() {}\n");
    let run = gadfly().run(&plain, "exhaust").expect_code(2);
    assert!(run.stderr.contains("add gadfly to the dependencies"), "{}", run.stderr);
    let broken = Project::of_source("pub fn f() -> u8 { true }\n");
    let run = gadfly().run(&broken, "exhaust").expect_code(3);
    assert!(run.stderr.contains("mismatched types"), "{}", run.stderr);
}

/// Starts a search that stops at the given call of the function and waits until it is there.
fn held_at(project: &Project, call: usize, jobs: usize, arguments: &[&str]) -> Child {
    let mark = project.path().join("held");
    let _ = std::fs::remove_file(&mark);
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-gadfly"));
    command.args(["exhaust", "--include", "waits", "--patience", "1h", "--no-tests", "--jobs"]);
    command.arg(jobs.to_string()).args(arguments).current_dir(project.path());
    // A variable makes the function wait, and a file shows that it does.
    command.arg("--no-sandbox");
    command.env("HOLD", call.to_string()).env("HOLD_FILE", &mark);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command runs");
    while !mark.exists() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before it was held");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child
}

fn kill_at(project: &Project, call: usize, jobs: usize) {
    let mut child = held_at(project, call, jobs, &[]);
    child.kill().expect("killed");
    child.wait().expect("an end");
}

/// The number of parts that a run took up, according to its own output.
fn resumed(stderr: &str) -> usize {
    let number = stderr.split("stopped, with ").nth(1).and_then(|rest| rest.split(' ').next());
    number.map_or(0, |number| number.replace(',', "").parse().expect("a number"))
}

fn a_search_killed_at_any_point_goes_on(project: &Project) {
    let line = "exhaust --include waits --no-tests --format json --jobs";
    let whole = gadfly().run(project, &format!("{line} 1")).expect_code(1);
    let whole = report(&whole.stdout);
    assert_eq!(whole["exhaust"]["functions"][0]["valid"], 940);
    assert_eq!(whole["findings"][0]["kind"], "property");
    for (jobs, calls) in [(1, vec![1, 400]), (2, vec![123]), (1, vec![57, 211, 83])] {
        for call in &calls {
            kill_at(project, *call, jobs);
        }
        let run = gadfly().run(project, &format!("{line} {jobs}")).expect_code(1);
        let known = resumed(&run.stderr);
        let least = if calls == [1, 400] { 10 } else { 1 };
        assert!(known >= least, "{known} parts known: {}", run.stderr);
        assert_eq!(report(&run.stdout), whole, "killed at {calls:?}");
    }
    // The search was completed, so that the next one starts from the beginning.
    let run = gadfly().run(project, &format!("{line} 1")).expect_code(1);
    assert_eq!(resumed(&run.stderr), 0, "{}", run.stderr);
    // So does one that is killed.
    kill_at(project, 300, 1);
    let run = gadfly().run(project, &format!("{line} 1 --from-scratch")).expect_code(1);
    assert_eq!(resumed(&run.stderr), 0, "{}", run.stderr);
    assert_eq!(report(&run.stdout), whole);
}

fn an_interrupted_search_goes_on(project: &Project) {
    let child = held_at(project, 500, 1, &["--include", "insert_adds_one"]);
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains(" Interrupted "), "{text}");
    assert!(text.contains("The next run goes on from here."), "{text}");
    assert!(text.contains(" ok    insert_adds_one"), "{text}");
    assert!(text.contains(" PART  waits "), "{text}");
    let run = gadfly().run(project, "exhaust --include waits --no-tests --jobs 1").expect_code(1);
    assert!(resumed(&run.stderr) > 10, "{}", run.stderr);
}
