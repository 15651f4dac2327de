//! Kinds of crates: workspaces, renamed libraries, old editions, `no_std`, build scripts.

use gadfly_testkit::Project;

use crate::{gadfly, sharing_gadfly, statuses};

#[track_caller]
fn check_all_callable(project: &Project, arguments: &str, expected: &[&str]) {
    let run = gadfly().run(project, &format!("list --format json {arguments}")).expect_code(0);
    let statuses = statuses(&run.stdout);
    for path in expected {
        assert!(statuses.contains(&((*path).to_owned(), true)), "{path} in {}", run.stdout);
    }
    assert!(statuses.iter().all(|(_, callable)| *callable), "{}", run.stdout);
}

/// A build script, a proc-macro, a path dependency and a library with another name than its
/// package, all in a workspace.
#[test]
fn renamed_libraries_with_build_scripts_are_explored() {
    let project = Project::of_fixture("workspace")
        .with("shapes/build.rs", "fn main() { println!(\"cargo::rustc-env=SIDE=7\"); }\n")
        .with("renamed/src/side.rs", "pub fn side() -> &'static str { shapes::SIDE }\n");
    let shapes = project.read("shapes/src/lib.rs")
        + "\n/// What the build script says.\npub const SIDE: &str = env!(\"SIDE\");\n";
    let renamed = project.read("renamed/src/lib.rs") + "\npub mod side;\n";
    let project = project.with("shapes/src/lib.rs", &shapes).with("renamed/src/lib.rs", &renamed);
    let arguments = "explore -p ws-renamed --calls 2000 --format json";
    let run = sharing_gadfly().run(&project, arguments).expect_code(0);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["package"], "ws-renamed");
    assert_eq!(report["version"], "0.3.0");
    assert_eq!(report["functions"]["public"], 3);
    assert_eq!(report["functions"]["returned"], 3);
}

#[test]
fn a_member_is_chosen_by_name_or_by_path() {
    let project = Project::of_fixture("workspace");
    let paths = ["ws_shapes::Rectangle::new", "ws_shapes::Rectangle::fields"];
    check_all_callable(&project, "-p ws-shapes", &paths);
    check_all_callable(&project, "shapes/Cargo.toml", &paths);
}

#[test]
fn a_crate_of_an_old_edition_is_understood() {
    // Names that are keywords today cannot be written in a harness yet.
    let not_yet = ["::dyn", "::async"];
    let project = Project::of_fixture("edition-2015");
    let run = gadfly().run(&project, "list --format json").expect_code(0);
    let statuses = statuses(&run.stdout);
    assert_eq!(statuses.len(), 10);
    for (path, callable) in statuses {
        assert!(callable || not_yet.iter().any(|name| path.ends_with(name)), "{path} is skipped");
    }
}

#[test]
fn features_come_from_the_settings_file_unless_typed() {
    let project = Project::of_fixture("no-std").with("gadfly.toml", "features = [\"std\"]\n");
    check_all_callable(
        &project,
        "",
        &["fixture_no_std::encode", "fixture_no_std::encode_file_name"],
    );
    let typed = gadfly().run(&project, "list --no-default-features --format json").expect_code(0);
    assert!(!typed.stdout.contains("encode_file_name"), "{}", typed.stdout);
    assert!(typed.stdout.contains("fixture_no_std::decode"), "{}", typed.stdout);
}
