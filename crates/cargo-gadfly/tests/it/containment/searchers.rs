//! Several processes search at once.

use crate::{fresh_place, library, report, sharing_gadfly};

/// It breaks at the first call.
const SOURCE: &str =
    "pub fn first(numbers: &[u8]) -> u8 { numbers.iter().copied().next().unwrap() }\n";

#[test]
fn every_process_of_a_crew_has_a_part_in_the_report() {
    let project = library("crew", SOURCE);
    let place = fresh_place("crew");
    sharing_gadfly().run(&project, "explore --time 1s --jobs 2 --no-tests").expect_code(1);
    let events = |run: &str| std::fs::read(place.join(run).join("events.bin")).expect("events");
    assert!(events("run") != events("run-1"), "the same seed");
    let report = report(&place);
    let findings = report["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), 1, "{report}");
    // Each of them has met it.
    assert!(findings[0]["seen"].as_u64() >= Some(2), "{report}");
}
