//! Fixed findings are reported and lose their tests; missed ones stay.

use std::path::PathBuf;

use crate::{fresh_place, library, report, sharing_gadfly};

const FAILURES: &str = "tests/gadfly_failures.rs";

const SOURCE: &str = "\
//! A stack.

/// A stack of numbers.
#[derive(Debug, Default)]
pub struct Stack(Vec<u8>);

impl Stack {
    /// Adds a number.
    pub fn push(&mut self, number: u8) {
        self.0.push(number);
    }

    /// The newest number.
    pub fn top(&self) -> u8 {
        *self.0.last().unwrap()
    }

    /// The oldest number.
    pub fn bottom(&self) -> u8 {
        *self.0.first().unwrap()
    }
}
";

/// The items of the findings under a key of a report.
fn items(report: &serde_json::Value, key: &str) -> Vec<String> {
    let findings = report[key].as_array().expect("a list");
    findings.iter().map(|it| it["item"].as_str().expect("a path").to_owned()).collect()
}

#[test]
fn fixed_findings_lose_tests_and_missed_ones_stay() {
    let project = library("fixing", SOURCE);
    let place = fresh_place("fixing");
    sharing_gadfly().run(&project, "explore --calls 3000").expect_code(1);
    assert_eq!(items(&report(&place), "findings"), ["fixing::Stack::bottom", "fixing::Stack::top"]);
    assert_eq!(items(&report(&place), "fixed"), Vec::<String>::new());
    let both = project.read(FAILURES);

    // A search that is too short to find anything takes nothing away.
    sharing_gadfly().run(&project, "explore --calls 1").expect_code(1);
    assert_eq!(items(&report(&place), "findings"), ["fixing::Stack::bottom", "fixing::Stack::top"]);
    assert_eq!(project.read(FAILURES), both);

    // Nor do records that are damaged: a test that would pass, and a finding that is none any more.
    let records = |extension: &str| -> Vec<PathBuf> {
        let files = std::fs::read_dir(place.join("findings")).expect("records");
        let files = files.map(|file| file.expect("a record").path());
        files.filter(|path| path.extension().is_some_and(|it| it == extension)).collect()
    };
    for path in records("rs") {
        let text = std::fs::read_to_string(&path).expect("a test");
        let name = text.split("fn ").nth(1).and_then(|rest| rest.split('(').next());
        let passing = format!("#[test]\nfn {}() {{}}\n", name.expect("a name"));
        std::fs::write(&path, passing).expect("written");
    }
    sharing_gadfly().run(&project, "explore --calls 1").expect_code(1);
    assert_eq!(items(&report(&place), "findings"), ["fixing::Stack::bottom", "fixing::Stack::top"]);
    assert_eq!(project.read(FAILURES), both);
    let kept: Vec<(PathBuf, Vec<u8>)> = records("json")
        .into_iter()
        .map(|path| (path.clone(), std::fs::read(path).expect("a record")))
        .collect();
    std::fs::write(&kept[0].0, "{}").expect("written");
    std::fs::remove_file(&kept[1].0).expect("it is there");
    sharing_gadfly().run(&project, "explore --calls 1").expect_code(1);
    let failures = project.read(FAILURES);
    for test in ["fn stack_bottom_panics", "fn stack_top_panics"] {
        assert_eq!(failures.matches(test).count(), 1, "{failures}");
    }
    for (path, bytes) in kept {
        std::fs::write(path, bytes).expect("written");
    }

    // A file that cannot be written is not said to be.
    std::fs::remove_file(project.path().join(FAILURES)).expect("it is there");
    let project = project.with(&format!("{FAILURES}/mine"), "text");
    let run = sharing_gadfly().run(&project, "explore --calls 1").expect_code(1);
    assert!(!run.stdout.contains("Wrote tests/gadfly_failures.rs"), "{}", run.stdout);
    assert!(run.stdout.contains(" Not written: tests/gadfly_failures.rs ("), "{}", run.stdout);
    assert_eq!(project.read(&format!("{FAILURES}/mine")), "text");
    std::fs::remove_dir_all(project.path().join(FAILURES)).expect("it is there");
    let project = project.with(FAILURES, &both);

    // A fixed finding is reported, and its test is gone.
    let source = SOURCE.replace("*self.0.last().unwrap()", "self.0.last().copied().unwrap_or(0)");
    let project = project.with("src/lib.rs", &source);
    let run = sharing_gadfly().run(&project, "explore --calls 3000").expect_code(1);
    assert!(run.stdout.contains("\n Fixed: fixing::Stack::top panics: called"), "{}", run.stdout);
    assert_eq!(items(&report(&place), "fixed"), ["fixing::Stack::top"]);
    assert_eq!(items(&report(&place), "findings"), ["fixing::Stack::bottom"]);
    let failures = project.read(FAILURES);
    assert!(!failures.contains("fn stack_top_panics"), "{failures}");
    assert!(failures.contains("fn stack_bottom_panics"), "{failures}");

    // A test that a person has changed stays, fixed or not.
    let edited =
        failures.replace("fn stack_bottom_panics() {", "fn stack_bottom_panics() {\n    // Mine.");
    let source = source.replace("*self.0.first().unwrap()", "self.0.first().copied().unwrap_or(0)");
    let project = project.with(FAILURES, &edited).with("src/lib.rs", &source);
    sharing_gadfly().run(&project, "explore --calls 3000").expect_code(0);
    assert_eq!(items(&report(&place), "fixed"), ["fixing::Stack::bottom"]);
    assert_eq!(project.read(FAILURES), edited);
}
