//! Ctrl-C: exit code 130, no process left, no half-written file.

#![cfg(unix)]

use std::fs;
use std::path::Path;

use super::processes::expect_none_in;
use crate::{fresh_place, library, sharing_gadfly};

/// Files that are being written, anywhere below.
fn half_written(directory: &Path, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(".writing-") || name.ends_with(".writing") {
            found.push(name.into_owned());
        } else if path.is_dir() {
            half_written(&path, found);
        }
    }
}

#[test]
fn an_interrupted_build_and_an_interrupted_search_leave_nothing_running() {
    let project = library(
        "interrupted",
        "pub fn length(text: &str) -> usize { text.len() }\npub fn not(b: bool) -> bool { !b }\n",
    );
    let out = fresh_place("interrupted");
    let tool = sharing_gadfly();

    // The line of a stage comes at its end: what follows is the build.
    let run = tool.interrupt_at(&project, "explore", "Checking");
    let run = run.expect_code(130);
    assert!(run.stderr.ends_with("error: interrupted\n"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    assert!(!out.join("report.json").exists());
    assert!(!out.join("harness.json").exists());
    expect_none_in(&[project.path(), &out]);

    // And what follows the build is the search.
    let run = tool.interrupt_at(&project, "explore --time 10m", "Building");
    let run = run.expect_code(130);
    assert!(run.stdout.starts_with(" Interrupted "), "{}", run.stdout);
    expect_none_in(&[project.path(), &out]);
    let report = fs::read_to_string(out.join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("a whole report");
    assert_eq!(report["interrupted"], true);

    let mut left = Vec::new();
    half_written(&out, &mut left);
    assert_eq!(left, [""; 0]);

    // What was built before the search can be used.
    let run = tool.run(&project, "explore --calls 100").expect_code(0);
    assert!(run.stderr.contains("Reusing"), "{}", run.stderr);
}
