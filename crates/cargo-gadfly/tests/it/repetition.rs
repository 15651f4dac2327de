//! Same seed and same number of calls: same result.

use gadfly_testkit::Project;

use crate::{fresh_place, sharing_gadfly, stages};

/// The report without what a clock says.
fn timeless(report: &str) -> serde_json::Value {
    let mut value: serde_json::Value = serde_json::from_str(report).expect("JSON");
    let fields = value.as_object_mut().expect("an object");
    fields.remove("seconds").expect("times");
    fields.remove("calls_per_second").expect("a rate");
    value
}

#[test]
fn two_runs_agree_and_the_second_builds_nothing() {
    let project = Project::of_example("ring-buffer");
    let place = fresh_place("ring-buffer");
    let line = "explore --calls 20000 --seed 1";
    let report = || std::fs::read_to_string(place.join("report.json")).expect("a report");

    let first = sharing_gadfly().run(&project, line).expect_code(1);
    let first_report = report();
    let second = sharing_gadfly().run(&project, line).expect_code(1);
    assert_eq!(second.stdout, first.stdout);
    assert_eq!(timeless(&report()), timeless(&first_report));
    assert_eq!(stages(&first.stderr)[..3], ["Reading", "Checking", "Building"]);
    assert_eq!(stages(&second.stderr)[0], "Reusing");

    let report = timeless(&first_report);
    assert_eq!(report["functions"]["returned"], report["functions"]["public"]);
    let finding = &report["findings"][0];
    assert_eq!(finding["item"], "ring_buffer::Iter::size_hint");
    assert_eq!(finding["class"], "bug");
    assert!(first.stdout.contains("size_hint("), "{}", first.stdout);

    let other = sharing_gadfly().run(&project, &line.replace("--seed 1", "--seed 2"));
    assert_ne!(other.stdout, first.stdout);
}
