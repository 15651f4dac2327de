//! `list`: every public function, for people and for programs.

use gadfly_testkit::Project;

use crate::{gadfly, library, stages, statuses};

/// The number of public functions of the fixture, methods of traits included.
const GENERIC_FUNCTIONS: usize = 259;

#[test]
fn plain_functions_are_listed_as_written_down() {
    // After a wanted change: UPDATE_SNAPSHOTS=1 cargo test -p cargo-gadfly plain_functions
    let run = gadfly().run(&Project::of_fixture("plain"), "list").expect_code(0);
    let file = format!("{}/tests/it/listings/plain.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&file, &run.stdout).expect("written");
    }
    assert_eq!(run.stdout, std::fs::read_to_string(&file).expect("read"), "{file} differs");
    assert_eq!(stages(&run.stderr), ["Reading", "Checking"]);
}

/// Generic functions that are not callable yet. Strike out what becomes callable; add nothing.
const NOT_YET: &[&str] = &[
    "fixture_generics::adaptors::Adapt::pairs",
    "fixture_generics::adaptors::Adapt::runs",
    "fixture_generics::blanket::Totals::every",
    "fixture_generics::blanket::Totals::total",
    "fixture_generics::closures::Filter::admits",
    "fixture_generics::closures::Filter::apply",
    "fixture_generics::objects::Rule::boxed",
];

#[test]
fn generic_functions_are_callable_and_the_next_listing_is_kept() {
    let project = Project::of_fixture("generics");
    let run = gadfly().run(&project, "list --format json").expect_code(0);
    let statuses = statuses(&run.stdout);
    for (path, callable) in &statuses {
        assert!(*callable || NOT_YET.contains(&path.as_str()), "{path} is skipped");
    }
    // Fewer would mean that some are lost.
    assert_eq!(statuses.len(), GENERIC_FUNCTIONS);

    let again = gadfly().run(&project, "list --format json").expect_code(0);
    assert_eq!(again.stdout, run.stdout);
    assert_eq!(stages(&again.stderr), ["Reusing"]);
}

#[test]
fn generic_functions_are_called_unless_there_are_no_values() {
    let project = Project::of_fixture("generics");
    let asked = "explore --calls 100000 --no-write --format json";
    let run = gadfly().run(&project, asked).expect_code(0);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let never_called = report["never_called"].as_array().expect("items");
    for item in never_called {
        // Types that only stand for units have no values.
        let is_unit = item.as_str().is_some_and(|item| item.contains("::phantom::"));
        assert!(is_unit, "{item} is never called");
    }
}

#[test]
fn skipped_functions_are_listed_with_their_reason() {
    let source = "
        mod private { pub trait Private {} }
        pub trait Sealed: private::Private { fn open(&self); }
        pub fn pry(sealed: impl Sealed) { sealed.open() }
        pub fn fine(number: u8) -> u8 { number }
        /// # Safety
        ///
        /// Never.
        pub unsafe fn dangerous() {}
    ";
    let run = gadfly().run(&library("skips", source), "list").expect_code(0);
    assert_eq!(
        run.stdout,
        " skipped    dangerous()        unsafe fn
 callable   fine(u8) -> u8
 skipped    pry(impl Sealed)   no type found for impl Sealed: Private has no public path
 1 of 3 public functions are callable
"
    );
}

#[test]
fn patterns_choose_items() {
    let project = Project::of_fixture("plain");
    let callable = |arguments: &str| -> Vec<String> {
        let line = format!("list --format json {arguments}");
        let run = gadfly().run(&project, &line).expect_code(0);
        let callable = statuses(&run.stdout).into_iter().filter(|(_, callable)| *callable);
        callable.map(|(path, _)| path).collect()
    };
    let only = callable("--include Timetable::add --include Timetable::new --include Clock::new");
    assert_eq!(
        only,
        [
            "fixture_plain::table::Timetable::new",
            "fixture_plain::table::Timetable::add",
            "fixture_plain::Clock::new",
        ]
    );
    let without = callable("--exclude Timetable --exclude DayPart");
    assert!(without.iter().any(|path| path == "fixture_plain::earliest"), "{without:?}");
    assert!(!without.iter().any(|path| path.contains("Timetable")), "{without:?}");
}

#[test]
fn generic_functions_are_called_with_each_kind_of_type() {
    let source = "
        pub trait Graph { type Weight; fn edges(&self) -> usize; }
        pub struct List<T>(Vec<T>);
        pub struct Matrix<T>(Vec<T>);
        pub struct Csr<T>(Vec<T>);
        impl<T> List<T> { pub fn new() -> Self { List(Vec::new()) } }
        impl<T> Matrix<T> { pub fn new() -> Self { Matrix(Vec::new()) } }
        impl<T> Csr<T> { pub fn new() -> Self { Csr(Vec::new()) } }
        impl<T> Graph for List<T> { type Weight = T; fn edges(&self) -> usize { self.0.len() } }
        impl<T> Graph for Matrix<T> { type Weight = T; fn edges(&self) -> usize { self.0.len() } }
        impl<T> Graph for Csr<T> { type Weight = T; fn edges(&self) -> usize { self.0.len() } }
        pub fn flow<G: Graph>(graph: &G) -> usize { graph.edges() }
    ";
    let run = gadfly().run(&library("kinds", source), "list --format json").expect_code(0);
    let listing: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let items = listing["items"].as_array().expect("items");
    let flow = items.iter().find(|item| item["path"] == "kinds::flow").expect("listed");
    let instances = flow["instances"].to_string();
    for kind in ["kinds::List<", "kinds::Matrix<", "kinds::Csr<"] {
        assert!(instances.contains(kind), "no {kind} in {instances}");
    }
}

#[test]
fn instances_own_memory_and_can_be_changed_wherever_they_are_asked_for() {
    let source = "
        pub struct Stack<T>(Vec<T>);
        impl<T> Stack<T> {
            pub fn new() -> Self { Stack(Vec::new()) }
            pub fn push(&mut self, item: T) { self.0.push(item) }
        }
        pub trait Measure { fn measure(&self) -> u64; }
        impl Measure for u64 { fn measure(&self) -> u64 { *self } }
        pub fn weigh<T: Measure>(stack: &Stack<T>) -> u64 {
            stack.0.iter().map(Measure::measure).sum()
        }
        pub struct Row<A: Cells>(Vec<A>);
        pub trait Cells {}
        impl<T> Cells for [T; 0] {}
        impl<T> Cells for [T; 2] {}
        impl<A: Cells> Row<A> { pub fn new() -> Self { Row(Vec::new()) } }
    ";
    let run = gadfly().run(&library("instances", source), "list --format json").expect_code(0);
    let listing: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let instances = |path: &str| -> Vec<&str> {
        let items = listing["items"].as_array().expect("items");
        let item = items.iter().find(|item| item["path"] == path).expect("listed");
        let instances = item["instances"].as_array().expect("instances");
        instances.iter().filter_map(|instance| instance.as_str()).collect()
    };
    assert_eq!(instances("instances::weigh"), ["instances::weigh::<u64>"]);
    assert_eq!(
        instances("instances::Stack::push"),
        [
            "<instances::Stack<i32>>::push",
            "<instances::Stack<std::string::String>>::push",
            "<instances::Stack<u64>>::push",
        ]
    );
    assert_eq!(
        instances("instances::Row::new"),
        ["<instances::Row<[i32; 2]>>::new", "<instances::Row<[std::string::String; 2]>>::new"]
    );
}
