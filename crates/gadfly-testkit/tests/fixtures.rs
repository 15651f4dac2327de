//! The fixtures are what they say: all but `broken` compile without warnings, as do the examples.

use std::fs;
use std::path::Path;

use gadfly_testkit::{
    Project, Run, Tool, example_names, examples_dir, fixture_names, fixtures_dir,
};

/// Cargo, with a folder in which what several projects depend on is built once.
fn cargo(folder: &str) -> Tool {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    Tool::cargo()
        .env("RUSTFLAGS", "-D warnings")
        .env("CARGO_TARGET_DIR", &target.display().to_string())
}

fn check(project: &Project, arguments: &str) -> Run {
    cargo("fixtures").run(project, &format!("check {arguments}"))
}

#[test]
fn every_fixture_but_the_broken_one_compiles_without_warnings() {
    for name in fixture_names() {
        let code = if name == "broken" { 101 } else { 0 };
        check(&Project::of_fixture(&name), "--offline --all-targets --workspace").expect_code(code);
    }
}

#[test]
fn features_of_fixtures_compile_too() {
    check(&Project::of_fixture("no-std"), "--offline --all-features").expect_code(0);
}

#[test]
fn every_fixture_states_its_purpose_and_is_listed() {
    let list = fs::read_to_string(fixtures_dir().join("README.md")).expect("a list");
    for name in fixture_names() {
        assert!(list.contains(&format!("| `{name}` |")), "{name} is missing in fixtures/README.md");
        let lib = fixtures_dir().join(&name).join("src/lib.rs");
        if let Ok(text) = fs::read_to_string(&lib) {
            assert!(text.starts_with("//! "), "{name} does not say what it is for");
        }
    }
}

#[test]
fn examples_pass_their_own_tests() {
    for name in example_names() {
        let project = Project::of_example(&name);
        cargo("examples").run(&project, "test --offline").expect_code(0);
    }
}

/// Files that a run places in an example are ignored, so that a checkout stays clean.
#[test]
fn placed_files_of_examples_are_ignored() {
    let rules = fs::read_to_string(examples_dir().join(".gitignore")).expect("rules");
    for rule in ["/*/gadfly/", "/*/tests/gadfly_*"] {
        assert!(rules.lines().any(|line| line == rule), "{rule} is missing in examples/.gitignore");
    }
}
