//! Calls that leave their process changed become findings with tests that show it; what cleans up after itself does not.

#![cfg(target_os = "linux")]

use gadfly_testkit::{Project, Tool};
use serde_json::Value;

use crate::{expect_clean_tests, fresh_place, report, sharing_gadfly};

const LINE: &str = "explore --calls 20000 --seed 5 --format json";
const FAILURES: &str = "tests/gadfly_failures.rs";

/// Functions, with what they leave behind.
const LEFT: &[(&str, &str)] = &[
    ("Workplace::enter", "leaves the working directory changed"),
    ("remember", "leaves the environment changed"),
    ("be_silent", "leaves a standard stream closed or redirected"),
    ("do_not_disturb", "leaves the signal mask changed"),
    ("panic_in_silence", "leaves the panic hook replaced"),
    ("work_in_the_background", "leaves a thread running"),
];

#[test]
fn lasting_changes_become_tests() {
    let project = Project::of_fixture("lasting");
    let place = fresh_place("fixture-lasting");
    // No finding is a bug, so the run ends well.
    sharing_gadfly().run(&project, LINE).expect_code(0);
    let report = report(&place);
    let findings = report["findings"].as_array().expect("findings");
    let text = |finding: &Value, key: &str| finding[key].as_str().expect("text").to_owned();
    let mut found: Vec<(String, String)> =
        findings.iter().map(|finding| (text(finding, "item"), text(finding, "message"))).collect();
    found.sort();
    let mut expected: Vec<(String, String)> = LEFT
        .iter()
        .map(|(item, message)| (format!("fixture_lasting::lasting::{item}"), (*message).to_owned()))
        .collect();
    expected.sort();
    assert_eq!(found, expected);
    let written = project.read(FAILURES);
    for finding in findings {
        assert_eq!((&finding["kind"], &finding["class"]), (&"contract".into(), &"resource".into()));
        assert!(finding["calls"].as_u64().is_some_and(|calls| calls <= 2), "{finding}");
        let test = text(finding, "test");
        assert!(written.contains(&format!("fn {}()", &test["gadfly_failures::".len()..])));
    }
    // They may be meant; their tests wait until they are asked for.
    assert_eq!(written.matches("#[ignore = \"may be meant: leaves ").count(), LEFT.len());
    expect_clean_tests(&project, "2021");

    // A second run finds the same and writes the same bytes.
    sharing_gadfly().run(&project, LINE).expect_code(0);
    assert_eq!(project.read(FAILURES), written);

    // Placed, each fails and says why.
    let target = gadfly_testkit::shared_target_dir().join("delivery");
    let cargo = Tool::cargo().env("CARGO_TARGET_DIR", &target.to_string_lossy());
    let line = "test --offline --no-fail-fast --test gadfly_failures -- --include-ignored";
    let run = cargo.run(&project, line).expect_code(101);
    assert!(run.stdout.contains("0 passed; 6 failed"), "{}{}", run.stdout, run.stderr);
    for said in [
        "the working directory is changed",
        "the environment is changed",
        "a standard stream is closed or leads elsewhere",
        "other signals are blocked",
        "the panic hook is replaced",
        "a thread is left running",
    ] {
        assert!(run.stdout.contains(said), "{said}: {}", run.stdout);
    }
    // What passes today leaves the process of all tests alone.
    let regression = project.read("tests/gadfly_regression.rs");
    for untidy in ["enter()", "remember(", "be_silent()", "do_not_disturb()", "panic_in_silence()"]
    {
        assert!(!regression.contains(untidy), "{regression}");
    }
    assert!(regression.contains("with_a_variable("), "{regression}");
}
