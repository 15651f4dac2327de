//! Calls that take the process with them: the search goes on, and says what happened.

use gadfly_testkit::Project;

use crate::processes::expect_none_in;
use crate::{fresh_place, sharing_gadfly};

/// Kind, item and source of every finding of a run.
fn explore(project: &Project, arguments: &str, code: i32) -> Vec<(String, String, String)> {
    let line = format!("explore --seed 1 --format json {arguments}");
    let run = sharing_gadfly().run(project, &line).expect_code(code);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let findings = report["findings"].as_array().expect("findings");
    findings
        .iter()
        .map(|found| (text(&found["kind"]), text(&found["item"]), text(&found["source"])))
        .collect()
}

#[test]
fn aborts_exits_hangs_and_exhausted_memory_become_findings_and_leave_nothing_running() {
    let project = Project::of_fixture("hazards-lite");
    let place = fresh_place("fixture-hazards-lite");
    let findings = explore(&project, "--calls 20000 --exclude fill", 1);
    expect_none_in(&[project.path(), &place]);
    for kind in ["panic", "crash", "hang"] {
        assert!(findings.iter().any(|(found, ..)| found == kind), "no {kind} in {findings:#?}");
    }
    for (_, item, source) in &findings {
        assert!(item.starts_with("fixture_hazards_lite::"), "{item}");
        assert!(!source.is_empty() && source.lines().count() <= 20, "{source}");
    }

    // Gigabytes that somebody asked for are nobody's fault, hence the exit code.
    let findings = explore(&project, "--calls 2000 --include fill", 0);
    expect_none_in(&[project.path(), &place]);
    let expected = "let _ = fill(";
    assert!(
        findings.iter().any(|(kind, _, source)| kind == "oom" && source.contains(expected)),
        "{findings:#?}"
    );
}
