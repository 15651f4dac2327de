//! Tests of failing inputs stay with their property: while it changes, when it is gone, and whatever becomes of others.

use gadfly_testkit::{Project, repository_root};
use serde_json::Value;

use crate::{cargo_test, fresh, gadfly, place, report};

fn project(package: &str, lib_rs: &str) -> Project {
    let library = repository_root().join("crates/gadfly");
    let manifest = format!(
        "[package]\nname = \"{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dev-dependencies]\ngadfly = {{ path = {library:?} }}\n\n[workspace]\n"
    );
    let project = Project::empty().with("Cargo.toml", &manifest).with("src/lib.rs", lib_rs);
    fresh(package, project)
}

/// The test of a property in the last report; nothing if there is none.
fn test_of(report: &Value, name: &str) -> Option<String> {
    let findings = report["findings"].as_array().expect("findings");
    let ends = |finding: &&Value| finding["item"].as_str().is_some_and(|it| it.ends_with(name));
    let finding = findings.iter().find(ends).unwrap_or_else(|| panic!("{name}: {findings:?}"));
    finding["test"].as_str().map(str::to_owned)
}

const BEFORE: &str = "pub fn half(x: u8) -> u8 { x / 2 }
#[cfg(test)]
mod props {
    #[gadfly::check]
    fn stays(x: u8) { assert!(super::half(x) != 9) }
    #[gadfly::check]
    fn changes(x: u8) -> bool { super::half(x) != 7 }
    #[gadfly::check]
    fn goes(x: u8) -> bool { super::half(x) != 8 }
    #[gadfly::check]
    fn mends(x: u8) -> bool { super::half(x) != 6 }
}
";
const AFTER: &str = "pub fn half(x: u8) -> u8 { x / 2 }
pub struct Coin(u8);
impl Coin {
    pub fn new(x: u8) -> Coin { Coin(x) }
}
#[cfg(test)]
mod props {
    #[gadfly::check]
    fn stays(x: u8) { gadfly::assume!(x > 200); assert!(super::half(x) != 9) }
    #[gadfly::check]
    fn changes(text: String, x: u8) -> bool { text.is_empty() || super::half(x) != 7 }
    #[gadfly::check]
    fn mends(x: u16) -> bool { x < 300 || super::half(1) == 0 }
    #[gadfly::check]
    fn coins(coin: super::Coin) -> bool { coin.0 != 20 }
}
";

const LATER: &str = "pub struct Coin(u8);
impl Coin {
    pub fn new(x: u8, _y: bool) -> Coin { Coin(x) }
}
#[cfg(test)]
mod props {
    #[gadfly::check]
    fn coins(coin: super::Coin) -> bool { coin.0 != 20 }
}
";

#[test]
fn a_changed_property_keeps_the_crate_compiling_and_gets_its_test_again() {
    let package = "gadfly-written-changes";
    let project = project(package, BEFORE);
    let run = gadfly().run(&project, "check --no-write").expect_code(1);
    assert!(!run.stdout.contains("cargo test"), "{}", run.stdout);
    assert!(!run.stdout.contains("in tests/gadfly_failures/"), "{}", run.stdout);
    assert!(run.stdout.contains("no test: it is confirmed, but --no-write"), "{}", run.stdout);

    let run = gadfly().run(&project, "check").expect_code(1);
    assert!(run.stdout.contains("4 failing tests in tests/gadfly_failures/"), "{}", run.stdout);
    let line = run.stdout.lines().find(|line| line.ends_with("cargo test changes_1"));
    let line = line.unwrap_or_else(|| panic!("{}", run.stdout)).trim();
    let id = line.strip_prefix("cargo gadfly replay ").and_then(|rest| rest.split(' ').next());
    let replay = format!("replay {}", id.expect("an id"));
    gadfly().run(&project, &replay).expect_code(1);

    // What does not apply any more says so, and passes.
    let project = project.with("src/lib.rs", AFTER);
    let (is_fine, said) = cargo_test(&project);
    assert!(is_fine, "{said}");
    for test in ["stays_1", "changes_1", "mends_1"] {
        assert!(said.contains(&format!("{test} ... ok")), "{test}: {said}");
    }

    // What fails is written anew, and what is about nothing any more is removed.
    let run = gadfly().run(&project, "check").expect_code(1);
    for removed in [
        "removed tests/gadfly_failures/goes.rs: there is no property goes",
        "removed tests/gadfly_failures/mends.rs: it is for mends as fn(u8) -> bool",
    ] {
        assert!(run.stdout.contains(removed), "{}", run.stdout);
    }
    let files = project.files();
    let left = files.iter().filter_map(|file| file.strip_prefix("tests/gadfly_failures/"));
    assert_eq!(left.collect::<Vec<_>>(), ["changes.rs", "coins.rs", "stays.rs"]);
    let changes = "tests/gadfly_failures/changes.rs";
    assert!(project.read(changes).contains("// Signature: fn(String, u8) -> bool"));
    let (is_fine, said) = cargo_test(&project);
    assert!(!is_fine && said.contains("changes_1 ... FAILED"), "{said}");

    // What a person has changed is theirs, property or not.
    let edited = project.read(changes).replace("#[test]", "#[test] // Mine.");
    let project = project.with(changes, &edited).with("src/lib.rs", LATER);
    let run = gadfly().run(&project, "check").expect_code(1);
    let kept = "changes.rs is not used, and can be deleted: there is no property changes";
    assert!(run.stdout.contains(kept), "{}", run.stdout);
    assert_eq!(project.read(changes), edited);
    // Tests that do not compile any more make room for those of the same property that do.
    let coins = project.read("tests/gadfly_failures/coins.rs");
    assert!(coins.contains("Coin::new(20, "), "{coins}");
    assert!(!coins.contains("Coin::new(20)"), "{coins}");
}

const SEVERAL: &str = "pub fn half(x: u8) -> u8 { x / 2 }
#[cfg(test)]
gadfly::regressions!();
#[cfg(test)]
mod props {
    #[gadfly::check]
    fn never(x: u8) -> ! { panic!(\"no {x}\") }
    #[gadfly::check]
    fn plain(x: u8) -> bool { super::half(x) != 4 }
    #[gadfly::check]
    fn results(x: u8) -> Result<Vec<u8>, String> {
        if x == 7 { Err(\"seven\".to_owned()) } else { Ok(vec![x]) }
    }
    #[gadfly::check]
    fn says(x: u8) -> Result<bool, String> { Ok(x != 9) }
}
#[cfg(test)]
mod odd {
    pub mod gadfly {}
    #[::gadfly::check]
    fn hidden(x: u8) -> bool { x != 5 }
}
#[cfg(test)]
#[gadfly::check]
fn same(x: u8) -> bool { x != 3 }
#[cfg(test)]
mod other {
    #[gadfly::check]
    fn same(text: String) -> bool { text.is_empty() }
}
";
const LAWS: &str = "#[gadfly::check]
fn outside(x: u8) -> bool { x != 11 }
";
const BROKEN: &str = "#[cfg(test)]
mod broken {
    #[test]
    fn no() { let _: u8 = \"no\"; }
}
";

#[test]
fn one_test_that_does_not_compile_keeps_no_other_from_its_place() {
    let package = "gadfly-written-several";
    let project = project(package, SEVERAL).with("tests/laws.rs", LAWS);
    let run = gadfly().run(&project, "check").expect_code(1);
    assert!(run.stdout.contains("no test: it does not compile: "), "{}", run.stdout);
    let first = report(package);
    assert_eq!(test_of(&first, "::hidden"), None);
    let (_, said) = cargo_test(&project);
    for name in ["never", "plain", "results", "says", "outside"] {
        let test = test_of(&first, &format!("::{name}")).unwrap_or_else(|| panic!("{name}"));
        assert!(said.contains(&format!("{test} ... FAILED")), "{test}: {said}");
    }
    // Functions of one name have files of their own.
    for file in ["crate_same", "other_same"] {
        let test = format!("gadfly_failures_{file}::same_1 ... FAILED");
        assert!(said.contains(&test), "{test}: {said}");
    }

    // Where the crate's own tests do not compile, others are still written.
    let project = project.with("src/lib.rs", &format!("{SEVERAL}{BROKEN}"));
    std::fs::remove_dir_all(project.path().join("tests/gadfly_failures")).expect("removed");
    let run = gadfly().run(&project, "check").expect_code(1);
    let why = "no test: the crate's own tests do not compile: mismatched types";
    assert!(run.stdout.contains(why), "{}", run.stdout);
    assert_eq!(test_of(&report(package), "::plain"), None);
    assert!(test_of(&report(package), "::outside").is_some(), "{}", run.stdout);

    // Without a property, its leftover tests are reported.
    let project = project.with("src/lib.rs", "").with("tests/laws.rs", "");
    let _ = std::fs::remove_dir_all(place(package).join("check/run"));
    let run = gadfly().run(&project, "check").expect_code(2);
    assert!(run.stderr.contains("removed tests/gadfly_failures/outside.rs"), "{}", run.stderr);
}
