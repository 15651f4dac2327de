//! Faulty versions of the known types, tried with an oracle that was trained on the good ones.

use std::fmt::Write as _;

use gadfly_testkit::{Project, Tool};
use serde_json::Value;

use crate::sharing_gadfly;

/// A fault: the type it shows in, the file it is in, what stands there, and what should not.
type Fault = (&'static str, &'static str, &'static str, &'static str);

const STACK: &str = "stack";
const BOOK: &str = "book";

/// The counter is not updated, memory is not reallocated, first in is first out.
const SEEDED: &[Fault] = &[
    ("BoundedStack", STACK, "        self.count += 1;\n", ""),
    ("BoundedStack", STACK, "self.cells.resize(2 * self.count, None);", ""),
    ("BoundedStack", STACK, "self.cells[self.count - 1].expect", "self.cells[0].expect"),
];

const OTHERS: &[Fault] = &[
    ("BoundedStack", STACK, "vec![None; 10]", "vec![None; 9]"),
    ("BoundedStack", STACK, "        self.count == 0\n", "        self.count != 0\n"),
    ("BoundedStack", STACK, "        self.count == self.cells.len()\n", "        false\n"),
    ("BoundedStack", STACK, "        self.count\n    }", "        self.count + 1\n    }"),
    (
        "BoundedStack",
        STACK,
        "assert!(self.count > 0, \"the stack is empty\");\n        self.count -= 1;",
        "if self.count == 0 {\n            return;\n        }\n        self.count -= 1;",
    ),
    (
        "BoundedStack",
        STACK,
        "assert!(self.count > 0, \"the stack is empty\");\n        self.cells",
        "self.cells",
    ),
    ("BoundedStack", STACK, "self.cells.resize(2 * self.count, None);", "return;"),
    (
        "BoundedStack",
        STACK,
        "self.cells.resize(2 * self.count, None);",
        "self.cells.resize(1 + self.count, None);",
    ),
    (
        "BoundedVector",
        STACK,
        "assert!(index < self.stack.size(), \"there is no such item\");\n        self.stack.cells[index].",
        "self.stack.cells[index].",
    ),
    ("BoundedVector", STACK, "self.stack.cells[index].expect", "self.stack.cells[0].expect"),
    (
        "BoundedVector",
        STACK,
        "        self.stack.cells[index] = Some(item);\n",
        "        let _ = item;\n",
    ),
    (
        "BoundedVector",
        STACK,
        "        self.stack.push(item);\n",
        "        self.stack.push(item);\n        self.stack.push(item);\n",
    ),
    (
        "LibraryBook",
        BOOK,
        "        assert!(self.borrower.is_none(), \"the book is on loan\");\n",
        "",
    ),
    (
        "LibraryBook",
        BOOK,
        "    pub fn discharge(&mut self) {\n        self.borrower = None;",
        "    pub fn discharge(&mut self) {",
    ),
    ("LibraryBook", BOOK, "        self.borrower.as_ref()\n", "        None\n"),
    ("LibraryBook", BOOK, "        self.borrower.is_some()\n", "        self.borrower.is_none()\n"),
    ("LibraryBook", BOOK, "        self.borrower = Some(person);\n", "        let _ = person;\n"),
    ("LibraryBook", BOOK, "Self { borrower: None }", "Self { borrower: Some(Person(9)) }"),
    (
        "ReservableBook",
        BOOK,
        "        assert!(is_free, \"the book is reserved\");\n",
        "        let _ = is_free;\n",
    ),
    (
        "ReservableBook",
        BOOK,
        "    pub fn cancel(&mut self) {\n        self.reserver = None;",
        "    pub fn cancel(&mut self) {",
    ),
    (
        "ReservableBook",
        BOOK,
        "        assert!(self.reserver.is_none(), \"the book is reserved\");\n",
        "",
    ),
    ("ReservableBook", BOOK, "        self.reserver.is_some()\n", "        false\n"),
    (
        "ReservableBook",
        BOOK,
        "        self.reserver.as_ref()\n",
        "        self.book.get_borrower()\n",
    ),
    (
        "ReservableBook",
        BOOK,
        "        self.book.discharge();\n",
        "        self.book.discharge();\n        self.reserver = None;\n",
    ),
    (
        "ReservableBook",
        BOOK,
        "        self.reserver = Some(person);\n",
        "        self.reserver = Some(person);\n        self.book.discharge();\n",
    ),
];

#[test]
fn oracles_of_good_versions_find_faults() {
    let project = project();
    let tool = sharing_gadfly();
    for ty in ["LibraryBook", "BoundedStack", "ReservableBook", "BoundedVector"] {
        let inherit = match ty {
            "ReservableBook" => "--inherit good::LibraryBook",
            "BoundedVector" => "--inherit good::BoundedStack",
            _ => "",
        };
        for mode in ["algebra", "states"] {
            let line = format!("walk good::{ty} --test --no-tests --mode {mode} {inherit}");
            tool.answering(&project, &line, &"y\n".repeat(500)).expect_code(0);
        }
    }
    for (number, (ty, ..)) in SEEDED.iter().enumerate() {
        let (lengths, warnings) = surprises(&tool, &project, number, ty);
        let first = *lengths.first().unwrap_or_else(|| panic!("fault {number} is not found"));
        assert!((1..=3).contains(&first), "fault {number} is found at length {first}");
        if number == 0 {
            assert!(warnings.contains("state Empty was never left"), "{warnings}");
        }
    }
    let mut missed = Vec::new();
    for (number, (ty, _, good, bad)) in OTHERS.iter().enumerate() {
        if surprises(&tool, &project, SEEDED.len() + number, ty).0.is_empty() {
            missed.push(format!("{ty}: {good} for {bad}"));
        }
    }
    assert_eq!(missed, Vec::<String>::new());
}

/// The lengths of sequences with outcomes that the good version's oracle does not know, shortest first, and what is odd
/// about the states.
fn surprises(tool: &Tool, project: &Project, number: usize, ty: &str) -> (Vec<u64>, String) {
    let line =
        format!("walk m{number}::{ty} --ci --mode states --inherit good::{ty} --format json");
    let run = tool.run(project, &line);
    let report: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}", run.stderr));
    let walk = &report["walk"];
    let unjudged = walk["oracle"]["unjudged"].as_array().expect("a list");
    assert_eq!(run.code, Some(i32::from(!unjudged.is_empty())), "{ty} {number}");
    let length = |it: &Value| it["length"].as_u64().expect("a length");
    let mut lengths: Vec<u64> = unjudged.iter().map(length).collect();
    lengths.sort_unstable();
    (lengths, walk["state_warnings"].to_string())
}

/// The good version and all faulty ones in one crate, a module each.
fn project() -> Project {
    let fixture = Project::of_fixture("walked");
    let sources = [STACK, BOOK].map(|file| (file, fixture.read(&format!("src/{file}.rs"))));
    let mut lib = "//! Good and faulty versions.\npub mod good;\n".to_owned();
    let manifest = fixture.read("Cargo.toml").replace("fixture-walked", "fixture-mutants");
    let mut project = Project::empty().with("Cargo.toml", &manifest);
    let good: Vec<String> =
        sources.iter().map(|(_, source)| source.replace("//! ", "// ")).collect();
    let module = |(ty, at, good, bad): &Fault| {
        let (_, source) = sources.iter().find(|(file, _)| file == at).expect("the file");
        assert!(source.contains(good), "{good} is gone");
        let source = source.replacen(good, bad, 1).replace("//! ", "// ");
        // What builds on the type is not needed, and takes time.
        let end = match *ty {
            "BoundedStack" => source.find("/// A stack whose items"),
            "LibraryBook" => source.find("/// A book that can be put aside"),
            _ => None,
        };
        source[..end.unwrap_or(source.len())].to_owned()
    };
    project = project.with("src/good.rs", &good.concat());
    for (number, fault) in SEEDED.iter().chain(OTHERS).enumerate() {
        writeln!(lib, "pub mod m{number};").expect("writing to a string");
        project = project.with(&format!("src/m{number}.rs"), &module(fault));
    }
    project.with("src/lib.rs", &lib)
}
