//! Whole test files of every kind, as they are written into a crate, beside this file.
//!
//! After a wanted change: `UPDATE_SNAPSHOTS=1 cargo test -p gadfly-tests --test files`

mod subject;

use gadfly_test_file::names_called;
use gadfly_tests::emit::{
    Header, Maker, Naming, PropertyInput, Replay, TestText, Wording, property_test, search_tests,
    values_file, write_file, yielding,
};
use gadfly_tests::home::{Home, HomeKind, program_of};
use gadfly_tests::place::add;
use gadfly_tests::print::Style;
use gadfly_wire::{During, FailingInput, Outcome, Sequence};

use subject::{ASKED, PROPERTY, drafts, literals, prepared, property, pushed};

const NAMING: Naming<'static> = Naming { lib_name: "k", edition: "2021" };

/// Compares a file with the one that is stored.
fn check(name: &str, text: &str) {
    // The version of gadfly is not part of the form.
    let text = text.replace(&format!("gadfly {}", env!("CARGO_PKG_VERSION")), "gadfly [VERSION]");
    let path = format!("{}/tests/files/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &text).expect("written");
    }
    let expected = std::fs::read_to_string(&path).expect("read");
    assert_eq!(text, expected, "{path} differs");
}

/// A file of tests of its own.
fn own_file(header: Header<'_>, drafts: &[gadfly_tests::emit::Draft]) -> String {
    let worded: Vec<_> = drafts.iter().map(|draft| (draft, Wording::Lean)).collect();
    let header = header.lines("k", "1.0.0");
    let file = write_file(&prepared(), NAMING, &header, &worded);
    assert_eq!(file.unwritten, [] as [usize; 0]);
    file.text
}

/// A file with these tests.
fn with_tests(home: &Home, texts: &[TestText]) -> String {
    let head = home.head().expect("a head");
    texts.iter().fold(String::new(), |file, text| {
        add(&file, &head, &home.name, text).expect("an unedited file").content
    })
}

fn property_tests(is_method: bool) -> String {
    let (property, hooks) = (property(is_method), ["k".to_owned()]);
    let home = Home::of_property(&property, &hooks, false).expect("a home");
    let text = |sequence: Sequence, outcome: &Outcome, message: &str| {
        let literals = literals();
        let input = PropertyInput { sequence: &sequence, literals: &literals, outcome, message };
        let way = (Replay::Outcome, Style::Full);
        property_test(&prepared(), &property, &home, NAMING, input, way).expect("written")
    };
    let panicked = Outcome::Panicked {
        statement: 0,
        during: During::Call,
        message: "the sum is 3".to_owned(),
        location: None,
    };
    let died = subject::died();
    let texts = [
        text(pushed(1, Some(PROPERTY)), &panicked, "the sum is 3"),
        text(pushed(2, Some(PROPERTY)), &died, "stack overflow"),
    ];
    with_tests(&home, &texts)
}

#[test]
fn explore_writes_failing_tests() {
    let [failing, dying, ..] = drafts();
    check("failures", &own_file(Header::Failures { seed: 7 }, &[failing, dying]));
}

#[test]
fn explore_writes_passing_tests() {
    let [_, _, passing, panicking] = drafts();
    check("regression", &own_file(Header::Regression { seed: 7 }, &[passing, panicking]));
}

#[test]
fn walk_writes_judged_outcomes() {
    let [failing, _, passing, _] = drafts();
    check("walk", &own_file(Header::Walk { ty: "k::Stack" }, &[passing, failing]));
}

#[test]
fn check_writes_tests_beside_functions() {
    check("beside-property", &property_tests(false));
}

#[test]
fn check_writes_tests_of_methods_by_name() {
    let file = property_tests(true);
    check("by-name", &file);
    assert_eq!(names_called(&file).collect::<Vec<_>>(), ["k::Stack::holds"; 2]);
}

#[test]
fn exhaust_writes_tests_beside_functions() {
    let home = Home {
        kind: HomeKind::BesideFunction,
        file: "insert".to_owned(),
        name: "insert".to_owned(),
        parent: String::new(),
        selector: program_of("k"),
    };
    let failed = |in_call: bool| FailingInput {
        choices: "1-2".parse().expect("choices"),
        arguments: "tree = Tree { root: None }, key = 1".to_owned(),
        message: "panics: no root".to_owned(),
        statements: "let mut tree = Tree { root: None };\nlet key = 1;".to_owned(),
        in_call,
        ..FailingInput::default()
    };
    let texts = |ignored, in_call| {
        search_tests("insert", "insert(&mut tree, key)", ignored, &failed(in_call))
    };
    let texts = [
        texts(None, true).remove(0),
        texts(None, false).remove(0),
        texts(Some("does not come to an end"), true).remove(1),
    ];
    check("beside-function", &with_tests(&home, &texts));
}

#[test]
fn check_writes_stored_values() {
    let home = Home {
        kind: HomeKind::Values { ty: "k::Stack".to_owned() },
        file: "stack".to_owned(),
        name: String::new(),
        parent: String::new(),
        selector: program_of("k"),
    };
    let (sequences, literals) = ([pushed(0, Some(ASKED)), pushed(2, Some(ASKED))], literals());
    let makers = sequences.iter().map(|sequence| Maker { sequence, literals: &literals });
    let file = values_file(&yielding(&prepared(), ASKED), &home, NAMING, makers);
    check("values", &file);
}
