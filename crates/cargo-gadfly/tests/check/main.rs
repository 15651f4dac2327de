//! `cargo gadfly check` from end to end, with real builds.

#![expect(clippy::disallowed_methods, reason = "tests run what was built")]

mod generators;
mod invariants;
mod properties;
mod randomness;
mod refusals;
mod shrinking;
mod stored;
mod sum_stack;
mod written_tests;

use std::path::PathBuf;
use std::process::Output;

use gadfly_testkit::{Project, Tool, repository_root, shared_target_dir};
use serde_json::Value;

/// The command, building where all of these tests do.
fn gadfly() -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_cargo-gadfly")).shared_target()
}

/// A copy of a package that nothing is left of from an earlier run, which would be found unchanged.
fn fresh(package: &str, copy: Project) -> Project {
    let _ = std::fs::remove_dir_all(place(package).join("check/run"));
    copy
}

/// A library of this source, with `gadfly` for its tests.
fn library(package: &str, lib_rs: &str) -> Project {
    let gadfly = repository_root().join("crates/gadfly");
    let manifest = format!(
        "[package]\nname = \"{package}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
         [features]\nmended = []\n\n[dev-dependencies]\ngadfly = {{ path = {gadfly:?} }}\n\n[workspace]\n"
    );
    Project::empty().with("Cargo.toml", &manifest).with("src/lib.rs", lib_rs)
}

/// The folder in which the command works on a package.
fn place(package: &str) -> PathBuf {
    shared_target_dir().join("gadfly").join(package)
}

/// The last report on a package.
fn report(package: &str) -> Value {
    let path = place(package).join("report.json");
    let text = std::fs::read_to_string(&path).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

/// A report without what depends on time.
fn timeless(mut report: Value) -> Value {
    report["seconds"] = Value::Null;
    report["calls_per_second"] = Value::Null;
    report["check"]["cases_per_second"] = Value::Null;
    // A later run has the tests of the one before.
    let properties = report["check"]["properties"].as_array_mut().into_iter().flatten();
    properties.for_each(|property| property["stored"] = Value::Null);
    report
}

/// `cargo test`, as a person would run it.
fn cargo_test(project: &Project) -> (bool, String) {
    cargo_test_with(project, &[])
}

/// The same with more arguments.
fn cargo_test_with(project: &Project, args: &[&str]) -> (bool, String) {
    let Output { status, stdout, stderr } = std::process::Command::new("cargo")
        .args(["test", "--offline", "--no-fail-fast", "--lib", "--tests"])
        .args(args)
        .current_dir(project.path())
        .env("CARGO_TARGET_DIR", shared_target_dir())
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.success(), said)
}
