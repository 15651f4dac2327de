//! Minimal failing inputs: of each property of a fixture, the smallest is known.

use std::collections::BTreeMap;

use gadfly_testkit::Project;

use crate::{fresh, gadfly, report};

/// The smallest input of each property, which its documentation has.
fn minima(source: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut lines = Vec::new();
    for line in source.lines().map(str::trim) {
        if let Some(code) = line.strip_prefix("/// `").and_then(|rest| rest.strip_suffix('`')) {
            lines.push(code);
        } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| !lines.is_empty()) {
            let name = rest.split('(').next().unwrap_or_default();
            found.insert(name.to_owned(), lines.join("\n"));
            lines.clear();
        }
    }
    found
}

/// Properties whose minimum is only reached from some of the inputs that a search may meet first: a constructor that takes an item
/// is not tried in place of one that takes none and a call that adds the item. They have to fail nevertheless.
const BY_CHANCE: [&str; 2] = ["lists_are_sorted", "lists_have_no_twins"];

#[test]
fn failing_inputs_are_as_small_as_possible() {
    let project = fresh("shrink-quality", Project::of_fixture("shrink-quality"));
    let known = minima(&project.read("src/lib.rs"));
    assert!(known.len() >= 25, "{}", known.len());
    gadfly().run(&project, "check --no-tests --seed 1").expect_code(1);
    let report = report("fixture-shrink-quality");
    let findings = report["findings"].as_array().expect("findings");
    let mut reached = BTreeMap::new();
    for finding in findings {
        let item = finding["item"].as_str().unwrap_or_default();
        let name = item.rsplit("::").next().unwrap_or_default();
        reached.insert(name.to_owned(), finding["source"].as_str().unwrap_or_default().to_owned());
    }
    let missed: Vec<String> = known
        .iter()
        .filter(|(name, smallest)| match BY_CHANCE.contains(&name.as_str()) {
            true => !reached.contains_key(*name),
            false => reached.get(*name) != Some(smallest),
        })
        .map(|(name, smallest)| format!("{smallest}\n    {:?}", reached.get(name)))
        .collect();
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), known.len(), missed.join("\n"));
}
