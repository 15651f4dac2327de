//! Help, versions and bad usage.

use gadfly_testkit::Project;

use crate::gadfly;

#[test]
fn the_version_is_the_packages() {
    let run = gadfly().run(&Project::empty(), "--version").expect_code(0);
    assert_eq!(run.stdout, format!("cargo-gadfly {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn cargos_way_of_calling_it_works() {
    let direct = gadfly().run(&Project::empty(), "list -h").expect_code(0);
    let by_cargo = gadfly().run(&Project::empty(), "gadfly list -h").expect_code(0);
    assert_eq!(direct, by_cargo);
}

#[test]
fn short_help_fits_a_screen_and_long_help_has_examples_and_exit_codes() {
    let short = gadfly().run(&Project::empty(), "-h").expect_code(0).stdout;
    let long = gadfly().run(&Project::empty(), "--help").expect_code(0).stdout;
    assert!(short.lines().count() <= 45, "{short}");
    assert!(!short.contains("Examples:"), "{short}");
    for part in ["Usage: cargo gadfly", "explore", "list", "Examples:", "Exit codes:"] {
        assert!(long.contains(part), "{part} in {long}");
    }
    assert!(!long.contains('\u{1b}'), "{long}");
}

#[test]
fn bad_usage_has_exit_code_2() {
    for arguments in ["--seed many", "list --format xml", "list a b", "--jobs 0"] {
        let run = gadfly().run(&Project::empty(), arguments).expect_code(2);
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
        assert_eq!(run.stdout, "");
    }
}
