//! The program alone, as `cargo install` leaves it: it carries all that it needs.

use gadfly_testkit::{Project, Tool};

use crate::library;

#[test]
fn the_installed_program_works_away_from_its_sources() {
    let home = Project::empty();
    let program = home.path().join("cargo-gadfly");
    std::fs::copy(env!("CARGO_BIN_EXE_cargo-gadfly"), &program).expect("copied");
    let subject = library("elsewhere", "pub fn half(number: u8) -> u8 { number / 2 }\n");
    let before = subject.files();

    let line = format!("explore {} --calls 1000 --no-write --out out", subject.path().display());
    let run = Tool::new(&program).run(&home, &line).expect_code(0);
    assert!(run.stdout.contains("Nothing broke"), "{}", run.stdout);
    assert!(home.path().join("out/report.json").is_file());
    let after: Vec<String> =
        subject.files().into_iter().filter(|file| file != "Cargo.lock").collect();
    assert_eq!(after, before);
    assert!(!subject.path().join("target").exists(), "something was written beside the crate");
    let mut entries: Vec<_> = std::fs::read_dir(home.path())
        .expect("read")
        .map(|entry| entry.expect("read").file_name())
        .collect();
    entries.sort();
    assert_eq!(entries, ["cargo-gadfly", "out"]);
}
