//! The command as people run it: the real binary on real crates.
//!
//! What only lists functions builds into the project's own `target`; what builds a harness shares
//! one directory, where the engine is built once, and has a package name of its own there.

mod blame;
mod builds;
mod caching;
mod containment;
mod crates;
mod delivery;
mod fixing;
mod helpers;
mod implementors;
mod installed;
mod learning;
mod listing;
mod refusals;
mod repetition;
mod stability;
mod strengthen;
mod texts;
mod usage;
mod walk;
mod wording;

use std::path::{Path, PathBuf};

use gadfly_testkit::{Project, Tool};

/// The command.
fn gadfly() -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_cargo-gadfly"))
}

/// The command for crates whose harness is built.
fn sharing_gadfly() -> Tool {
    gadfly().shared_target()
}

/// The folder in which [`sharing_gadfly`] works on a package, with all traces of earlier tests removed.
fn fresh_place(package: &str) -> PathBuf {
    let place = gadfly_testkit::shared_target_dir().join("gadfly").join(package);
    let _ = std::fs::remove_dir_all(&place);
    place
}

/// The report of the last run in a place.
fn report(place: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(place.join("report.json")).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

/// Panics unless the tests that were written are formatted and clippy has nothing against them.
#[track_caller]
fn expect_clean_tests(project: &Project, edition: &str) {
    let mut line = "clippy --quiet --offline".to_owned();
    let files = project.files();
    for name in ["gadfly_failures", "gadfly_regression"] {
        let file = format!("tests/{name}.rs");
        if files.iter().any(|known| known.ends_with(&file)) {
            let check = format!("--check --edition {edition} {file}");
            Tool::new("rustfmt").run(project, &check).expect_code(0);
            line.push_str(&format!(" --test {name}"));
        }
    }
    let target = gadfly_testkit::shared_target_dir().join("clippy");
    let cargo = Tool::cargo().env("CARGO_TARGET_DIR", &target.to_string_lossy());
    cargo.run(project, &format!("{line} -- -D warnings")).expect_code(0);
}

/// A library with this name and source. Names must differ where the target directory is shared.
fn library(name: &str, lib_rs: &str) -> Project {
    let manifest =
        format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
    Project::empty().with("Cargo.toml", &manifest).with("src/lib.rs", lib_rs)
}

/// Paths and statuses in what `list --format json` printed.
fn statuses(json: &str) -> Vec<(String, bool)> {
    let value: serde_json::Value = serde_json::from_str(json).expect("nothing but JSON");
    let items = value["items"].as_array().expect("items");
    items
        .iter()
        .map(|item| {
            let path = item["path"].as_str().expect("a path").to_owned();
            (path, item["callable"].as_bool().expect("a status"))
        })
        .collect()
}

/// The words at the margin of what was printed as progress.
fn stages(stderr: &str) -> Vec<&str> {
    stderr
        .lines()
        .filter(|line| line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}
