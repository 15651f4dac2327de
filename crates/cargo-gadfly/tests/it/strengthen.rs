//! Small changes that a crate's own tests miss.

use gadfly_testkit::Project;
use serde_json::{Value, json};

use crate::{fresh_place, report, sharing_gadfly};

/// Changes with a verdict: `21 < instead of <=`, by line.
fn changes(report: &Value, has_verdict: impl Fn(&Value) -> bool) -> Vec<String> {
    let tested = report["strengthen"]["tested"].as_array().expect("a list");
    let tested = tested.iter().filter(|tested| has_verdict(&tested["verdict"]));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    tested.map(|it| format!("{} {}", it["line"], text(&it["change"]))).collect()
}

#[test]
fn changes_that_tests_miss_are_listed() {
    let place = fresh_place("fixture-gauge");
    let project = Project::of_fixture("gauge");
    let sources = project.read("src/lib.rs");
    let run = sharing_gadfly().run(&project, "strengthen --list --fail-under 100").expect_code(1);
    assert!(run.stdout.contains(" your tests catch 38 of 45 changes (84.4%); 7 left:"), "{run:?}");
    let first = report(&place);
    let details = &first["strengthen"];
    // Two beside the code, and four of five in a file.
    assert_eq!(details["own_tests"], 6);
    assert_eq!(details["failing_tests"], json!(["gauge::other_programs_can_be_started"]));
    assert_eq!((&details["rounds"], &details["configured_out"]), (&json!(3), &json!(6)));
    assert_eq!(
        changes(&first, |verdict| verdict == "unreached"),
        [
            "34 return true at once",
            "34 return false at once",
            "35 != instead of ==",
            "68 1 instead of 0",
        ]
    );
    let missed = changes(&first, |verdict| verdict == "missed");
    assert_eq!(missed, ["21 < instead of <=", "52 <= instead of <", "52 1 instead of 0"]);
    // Changes that make a loop endless, or the process die.
    let caught = changes(&first, |verdict| verdict["caught"].is_string());
    let negated = "67 !(values.is_empty()) instead of values.is_empty()";
    for change in ["43 without from -= 1", "43 += instead of -=", negated] {
        assert!(caught.iter().any(|it| it == change), "{change}: {caught:?}");
    }
    // Refused by the compiler: in a function that a constant calls, of a variable that must be set, in a value that must be
    // constant; and code that is not compiled.
    let all = changes(&first, |_| true);
    for change in ["16 ", "53 without", "61 3", "74 ", "75 "] {
        assert!(!all.iter().any(|it| it.starts_with(change)), "{change}: {all:?}");
    }
    assert_eq!(project.read("src/lib.rs"), sources, "the crate is as it was");

    // Nothing has changed since, and a list of another tool names one line.
    let list = place.join("missed.txt");
    std::fs::write(&list, "src/lib.rs:52:8: replace < with <= in sign\n").expect("written");
    let line = format!("strengthen --format json --missed {}", list.display());
    let run = sharing_gadfly().run(&project, &line).expect_code(0);
    let second: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(second["strengthen"]["is_cached"], true);
    assert_eq!(
        changes(&second, |_| true),
        ["52 <= instead of <", "52 >= instead of <", "52 1 instead of 0",]
    );
}

#[test]
fn crates_without_code_to_change_are_refused() {
    let project = crate::library("nothing-to-change", "pub struct Unit;\n");
    let run = sharing_gadfly().run(&project, "strengthen").expect_code(2);
    assert!(run.stderr.contains("error: there is no code to change\n"), "{}", run.stderr);
}
