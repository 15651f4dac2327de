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

#[test]
fn a_proc_macro() {
    check(
        &Project::of_fixture("workspace"),
        "list macros",
        2,
        "error: ws-macros is a proc-macro crate: it has no functions to call at run time
  help: point it at one of this workspace's libraries: shapes, renamed
",
    );
}

#[test]
fn a_workspace_without_a_package_named() {
    check(
        &Project::of_fixture("workspace"),
        "list",
        2,
        "error: [PROJECT]/Cargo.toml is a workspace: name the package to test
  help: name one of its libraries with --package: ws-shapes, ws-renamed
",
    );
}

#[test]
fn a_package_that_does_not_exist() {
    check(
        &Project::of_fixture("workspace"),
        "list -p ws-shape",
        2,
        "error: no package `ws-shape` in this workspace
  help: one of: ws-shapes, ws-app
",
    );
}

#[test]
fn a_feature_that_does_not_exist() {
    check(
        &Project::of_fixture("no-std"),
        "list --features sdt",
        2,
        "error: fixture-no-std has no feature `sdt`
  help: did you mean `std`?
",
    );
}

#[test]
fn a_feature_in_the_settings_file_that_does_not_exist() {
    let project = Project::of_fixture("no-std").with("gadfly.toml", "features = [\"sdt\"]\n");
    let run = gadfly().run(&project, "list").expect_code(2);
    assert!(
        run.stderr.starts_with("error: fixture-no-std has no feature `sdt`\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_crate_that_does_not_build() {
    for command in ["list", "explore"] {
        let project = Project::of_fixture("broken");
        let run = gadfly().run(&project, command).expect_code(3);
        assert_eq!(
            run.stderr,
            "error: fixture-broken does not build: mismatched types (src/lib.rs:5)
  help: `cargo check` shows the same; fix it first
"
        );
        assert_eq!(run.stdout, "");
        assert!(!project.path().join("target/gadfly/fixture-broken/report.json").exists());
    }
}

#[test]
fn a_target_directory_that_cannot_be_written() {
    // Permissions would not stop an administrator; a file in the way stops everybody.
    let project = Project::of_fixture("plain").with("target", "in the way");
    let run = gadfly().run(&project, "list").expect_code(4);
    let mut lines = run.stderr.lines();
    let error = lines.next().unwrap_or_default();
    assert!(error.starts_with("error: failed to create [PROJECT]/target/gadfly"), "{}", run.stderr);
    let help = "  help: make that directory writable, or choose another one with --out DIR";
    assert_eq!(lines.collect::<Vec<_>>(), [help]);
    assert_eq!(project.read("target"), "in the way");
}

#[test]
fn two_runs_at_once() {
    let project = Project::of_fixture("plain").with("target/gadfly/fixture-plain/lock", "");
    let path = project.path().join("target/gadfly/fixture-plain/lock");
    let lock = std::fs::File::options().append(true).open(path).expect("opened");
    lock.try_lock().expect("locked");
    let run = gadfly().run(&project, "list").expect_code(4);
    assert_eq!(
        run.stderr,
        "error: another gadfly run is at work on this crate, in [PROJECT]/target/gadfly/fixture-plain
  help: wait until it ends, or choose another directory with --out DIR
"
    );
}

#[test]
fn a_directory_without_a_crate() {
    check(
        &Project::empty(),
        "list",
        2,
        "error: there is no Cargo.toml in .
  help: point it at the directory that holds the crate's Cargo.toml
",
    );
}
