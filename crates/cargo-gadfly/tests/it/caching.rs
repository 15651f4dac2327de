//! The cache: parts that are built again, and parts that are reused.

use std::fs;
use std::time::SystemTime;

use gadfly_testkit::Project;

use crate::{gadfly, stages};

fn changed(project: &Project, file: &str) -> SystemTime {
    let path = project.path().join(file);
    fs::metadata(&path).and_then(|data| data.modified()).expect("a file with a time")
}

#[test]
fn an_unchanged_crate_is_reused_and_a_changed_one_is_built_again() {
    let project = crate::library("cached", "pub fn double(number: u8) -> u8 { number / 2 * 4 }\n");
    let tool = crate::sharing_gadfly();
    let explore = |project: &Project| {
        let run = tool.run(project, "explore --calls 500");
        (stages(&run.stderr).join(" "), run.stdout)
    };
    let (stages, _) = explore(&project);
    assert!(stages.starts_with("Reading Checking Building"), "{stages}");

    // Neither what was built nor notes beside the sources count.
    let project = project.with("target/debug/left-over.rs", "pub fn other() {}\n");
    let (stages, out) = explore(&project);
    assert!(stages.starts_with("Reusing"), "{stages}");
    assert!(out.contains("Called 1 of 1 public function"), "{out}");

    let project = project
        .with("src/lib.rs", "pub fn half(n: u8) -> u8 { n / 2 }\npub fn one() -> u8 { 1 }\n");
    let (stages, out) = explore(&project);
    assert!(stages.starts_with("Reading Checking Building"), "{stages}");
    assert!(out.contains("Called 2 of 2 public functions"), "{out}");
}

#[test]
fn a_listing_is_kept_until_a_source_changes() {
    let project = crate::library("kept", "pub fn one() -> u8 { 1 }\n");
    let list = |project: &Project| {
        let run = gadfly().run(project, "list").expect_code(0);
        stages(&run.stderr).join(" ")
    };
    assert_eq!(list(&project), "Reading Checking");
    let written = changed(&project, "target/gadfly/kept/listing.json");
    assert_eq!(list(&project), "Reusing");
    assert_eq!(changed(&project, "target/gadfly/kept/listing.json"), written);
    let project = project.with("src/lib.rs", "pub fn two() -> u8 { 2 }\n");
    assert_eq!(list(&project), "Reading Checking");
}
