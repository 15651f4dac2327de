//! Crates and configurations that cannot be used: one clear sentence, the right code, no trace.

use gadfly_testkit::Project;

use crate::gadfly;

#[track_caller]
fn check(project: &Project, arguments: &str, code: i32, stderr: &str) {
    let before = project.files();
    let run = gadfly().run(project, arguments).expect_code(code);
    assert_eq!(run.stderr, stderr);
    assert_eq!(run.stdout, "");
    // Cargo itself completes a missing lock file as soon as it looks at a crate.
    let after: Vec<String> =
        project.files().into_iter().filter(|file| !file.ends_with("Cargo.lock")).collect();
    assert_eq!(after, before);
    assert!(!project.path().join("target").exists(), "something was written");
}

#[test]
fn a_path_that_does_not_exist() {
    check(
        &Project::empty(),
        "list some/where",
        2,
        "error: no such file or directory: some/where
  help: give the directory of a crate, or its Cargo.toml
",
    );
}

#[test]
fn a_subcommand_that_does_not_exist() {
    check(
        &Project::empty(),
        "lsit",
        2,
        "error: no such file or directory: lsit
  help: did you mean the command `cargo gadfly list`?
",
    );
}

#[test]
fn a_package_without_a_library() {
    check(
        &Project::of_fixture("workspace"),
        "explore app",
        2,
        "error: ws-app has no library target: gadfly tests a library's public API
  help: point it at one of this workspace's libraries: shapes, renamed
",
    );
}

#[test]
fn a_broken_settings_file() {
    check(
        &Project::of_fixture("plain").with("gadfly.toml", "seed = 1\nexclud = [\"x\"]\n"),
        "list",
        2,
        "error: gadfly.toml: line 2: unknown setting `exclud`; did you mean `exclude`?
",
    );
}

#[test]
fn the_settings_file_is_the_packages_not_the_workspaces() {
    check(
        &Project::of_fixture("workspace").with("shapes/gadfly.toml", "colour = \"never\"\n"),
        "list -p ws-shapes",
        2,
        "error: gadfly.toml: line 1: unknown setting `colour`; did you mean `color`?
",
    );
}
