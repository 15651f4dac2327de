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
fn help_reads_as_written_down() {
    // After a wanted change: UPDATE_SNAPSHOTS=1 cargo test -p cargo-gadfly help_reads
    for (arguments, name) in [
        ("-h", "short"),
        ("--help", "long"),
        ("explore --help", "explore"),
        ("check --help", "check"),
        ("exhaust --help", "exhaust"),
        ("walk --help", "walk"),
        ("learn --help", "learn"),
        ("strengthen --help", "strengthen"),
        ("list --help", "list"),
        ("replay --help", "replay"),
        ("explain --help", "explain"),
    ] {
        let help = gadfly().run(&Project::empty(), arguments).expect_code(0).stdout;
        let help: String = help.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        let file = format!("{}/tests/it/help/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&file, &help).expect("written");
        }
        let expected = std::fs::read_to_string(&file).expect("read");
        assert_eq!(help, expected, "{file} differs");
    }
}

#[test]
fn short_help_fits_a_screen() {
    for arguments in [
        "-h",
        "explore -h",
        "check -h",
        "exhaust -h",
        "walk -h",
        "learn -h",
        "strengthen -h",
        "list -h",
        "explain -h",
    ] {
        let help = gadfly().run(&Project::empty(), arguments).expect_code(0).stdout;
        assert!(help.lines().count() <= 45, "{help}");
    }
}

#[test]
fn bad_usage_has_exit_code_2() {
    for arguments in ["--seed many", "list --format xml", "list a b", "--jobs 0"] {
        let run = gadfly().run(&Project::empty(), arguments).expect_code(2);
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
        assert_eq!(run.stdout, "");
    }
}
