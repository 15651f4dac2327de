//! Calls that take the process with them: the search goes on, and says what happened.

use gadfly_testkit::Project;

use crate::processes::expect_none_in;
use crate::{fresh_place, sharing_gadfly};

#[test]
fn aborts_exits_hangs_and_exhausted_memory_become_findings_and_leave_nothing_running() {
    let project = Project::of_fixture("hazards-lite");
    let place = fresh_place("fixture-hazards-lite");
    let line = "explore --calls 20000 --seed 1 --format json";
    let run = sharing_gadfly().run(&project, line).expect_code(1);
    expect_none_in(&[project.path(), &place]);

    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert!(report["calls"].as_u64().expect("a count") >= 20_000, "the search ended early");
    let findings = report["findings"].as_array().expect("findings");
    let has = |kind: &str, item: &str| {
        findings.iter().any(|finding| {
            finding["kind"] == kind
                && finding["item"] == format!("fixture_hazards_lite::{item}")
                && !finding["source"].as_str().unwrap_or_default().is_empty()
        })
    };
    for (kind, item) in [
        ("panic", "Plan::initial"),
        ("panic", "Plan::priority"),
        ("panic", "Careful::drop"),
        ("panic", "Percent::fmt"),
        ("crash", "Plan::verify"),
        ("crash", "Plan::depth"),
        ("hang", "Plan::last_of"),
        ("hang", "steps_to_zero"),
        ("oom", "fill"),
    ] {
        assert!(has(kind, item), "no {kind} of {item} in {}", run.stdout);
    }
}
