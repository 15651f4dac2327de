//! A crate that forges its results and stops its process: mistakes in it are found and proven all the same.

#![cfg(target_os = "linux")]

use gadfly_testkit::Project;
use serde_json::Value;

use super::processes::expect_none_in;
use crate::{fresh_place, report, sharing_gadfly};

/// Functions, with the kind of what is reported about each. A panic with a message of its author's is no bug by itself.
const EXPECTED: &[(&str, &str)] = &[
    ("last", "panic"),
    ("forge::stop_from_a_thread", "hang"),
    ("say::turn_around", "panic"),
    ("say::clear_the_screen", "panic"),
    ("say::speak_for_others", "panic"),
    ("say::print_a_panic_and_exit", "crash"),
];
/// Those that tests confirm.
const CONFIRMED: &[&str] = &["last", "forge::stop_from_a_thread", "say::print_a_panic_and_exit"];

#[test]
fn forgeries_hide_no_mistake() {
    let project = Project::of_fixture("hostile");
    let place = fresh_place("fixture-hostile");
    // A function that leaves no trace of itself and ends the process ends the search early.
    let line = "explore --calls 4000 --color always --exclude forge::end_as_if_all_were_over";
    let run = sharing_gadfly().run(&project, line).expect_code(1);
    expect_none_in(&[project.path(), &place]);
    let report: Value = report(&place);
    let findings = report["findings"].as_array().expect("findings");
    for (item, kind) in EXPECTED {
        let is_confirmed = CONFIRMED.contains(item);
        let item = format!("fixture_hostile::{item}");
        let found = findings.iter().find(|found| found["item"] == *item);
        let found = found.unwrap_or_else(|| panic!("{item} is missing: {findings:#?}"));
        assert_eq!(found["kind"], **kind, "{item}");
        let has_test = found["test"].is_string() && found["class"] == "bug";
        assert!(has_test || !is_confirmed, "{item} is not confirmed: {report:#}");
    }
    let reached = findings.iter().filter(|found| found.to_string().contains("reached"));
    assert_eq!(reached.count(), 0, "{findings:#?}");
    assert!(report["calls"].as_u64().is_some_and(|calls| (1000..5000).contains(&calls)));
    assert!(report["ended_early"].is_null(), "{report:#}");
    let edges = |key: &str| report["coverage"][key].as_u64();
    assert!(edges("subject_edges_hit") <= edges("subject_edges"), "{report:#}");
    // Nothing of what was said reaches a terminal, a report or a test as it is.
    let texts = [
        run.stdout,
        run.stderr,
        std::fs::read_to_string(place.join("report.json")).expect("a report"),
        project.read("tests/gadfly_failures.rs"),
    ];
    for text in texts {
        assert!(!text.contains(['\u{202e}', '\u{2066}', '\u{9b}', '\u{7}', '\r']), "{text}");
        assert!(!text.contains("\u{1b}[2J"), "{text}");
    }
}
