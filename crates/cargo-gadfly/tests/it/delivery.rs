//! Findings become tests: written, proven, placed, kept up to date, run again.

use std::process::Output;

use gadfly_testkit::Project;

use crate::{expect_clean_tests, fresh_place, report, sharing_gadfly};

const LINE: &str = "explore --calls 60000 --seed 3";
const FAILURES: &str = "tests/gadfly_failures.rs";
const REGRESSION: &str = "tests/gadfly_regression.rs";

/// `cargo test` on one file, as a person would run it.
#[expect(clippy::disallowed_methods, reason = "a test is no part of the command")]
fn cargo_test(project: &Project, file: &str) -> String {
    let Output { stdout, stderr, .. } = std::process::Command::new("cargo")
        .args(["test", "--offline", "--no-fail-fast", "--test", file])
        .current_dir(project.path())
        .env("CARGO_TARGET_DIR", gadfly_testkit::shared_target_dir().join("delivery"))
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("cargo runs");
    String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr)
}

#[test]
fn findings_become_failing_tests_and_stay_current() {
    let project = Project::of_fixture("buggy");
    let place = fresh_place("fixture-buggy");
    sharing_gadfly().run(&project, LINE).expect_code(1);
    let (failures, regression) = (project.read(FAILURES), project.read(REGRESSION));
    let first = report(&place);

    // What was planted is found, and small.
    let findings = first["findings"].as_array().expect("findings");
    let bugs: Vec<_> = findings.iter().filter(|finding| finding["class"] == "bug").collect();
    let found = |kind: &str, item: &str| {
        let mut bugs = bugs.iter();
        let found = bugs.find(|bug| bug["kind"] == kind && bug["item"] == item);
        *found.unwrap_or_else(|| panic!("{kind} {item} in {bugs:?}"))
    };
    let spare = found("panic", "fixture_buggy::Window::spare");
    assert!(spare["calls"].as_u64().expect("a number") <= 10, "{spare}");
    let sum = found("crash", "fixture_buggy::Window::sum");
    assert!(sum["calls"].as_u64().expect("a number") <= 3, "{sum}");
    let hash = found("law", "fixture_buggy::Name::hash");
    assert_eq!(hash["law"], "hash-agrees-with-eq");
    // What is said of it is what its test shows, not what was met first.
    let (message, source) = (hash["message"].as_str().expect("text"), hash["source"].to_string());
    let quoted: Vec<&str> = message.split('"').skip(1).step_by(2).collect();
    assert!(!quoted.is_empty() && quoted.iter().all(|text| source.contains(text)), "{hash}");
    assert_eq!(bugs.len() as u64, first["tests"]["failing"].as_u64().expect("a number"));

    // In the crate itself the tests do what was promised.
    let failing = cargo_test(&project, "gadfly_failures");
    let summary = format!("0 passed; {} failed", bugs.len());
    assert!(failing.contains(&summary), "{failures}\n{failing}");
    let passing = cargo_test(&project, "gadfly_regression");
    let count = first["tests"]["regression"].as_u64().expect("a number");
    assert!(count >= 6, "{regression}");
    assert!(passing.contains(&format!("{count} passed; 0 failed")), "{regression}\n{passing}");
    assert!(!failing.contains("warning:") && !passing.contains("warning:"), "{failing}{passing}");
    assert!(regression.contains("#[should_panic(expected = \"no number at this place\")]"));

    expect_clean_tests(&project, "2021");

    // A second run writes the same bytes.
    sharing_gadfly().run(&project, LINE).expect_code(1);
    assert_eq!(project.read(FAILURES), failures);
    assert_eq!(project.read(REGRESSION), regression);

    // A person's edits stay.
    let edited = failures.replace("//! Found by", "//! Mine now. Found by")
        + "\n#[test]\nfn mine() {\n    assert_eq!(1, 1);\n}\n";
    let project = project.with(FAILURES, &edited);
    sharing_gadfly().run(&project, LINE).expect_code(1);
    assert_eq!(project.read(FAILURES), edited);

    // A finding is run again, before and after it is fixed.
    let id = spare["id"].as_str().expect("an id");
    let again = sharing_gadfly().run(&project, &format!("replay {id}")).expect_code(1);
    assert!(again.stdout.contains("attempt to subtract with overflow"), "{}", again.stdout);
    let fixed = project
        .read("src/lib.rs")
        .replace("self.items.len() - 4 * (self.dropped / 2)", "self.items.len()");
    let project = project.with("src/lib.rs", &fixed);
    let again = sharing_gadfly().run(&project, &format!("replay {id}")).expect_code(0);
    assert!(again.stdout.contains("passes"), "{}", again.stdout);
    let unknown = sharing_gadfly().run(&project, "replay zzzz").expect_code(2);
    assert!(unknown.stderr.contains("there is no finding zzzz"), "{}", unknown.stderr);
}

#[test]
fn nothing_is_placed_unless_wanted() {
    let project = Project::of_fixture("plain");
    fresh_place("fixture-plain");
    sharing_gadfly().run(&project, "explore --calls 2000 --no-write");
    assert!(!project.files().iter().any(|file| file.contains("gadfly_")), "{:?}", project.files());
}

#[test]
fn tests_name_types_of_dependencies_as_the_crate_itself_does() {
    let source =
        "pub fn taller(rectangle: &shapes::Rectangle) -> u16 {\n    rectangle.height / 2\n}\n";
    let project = Project::of_fixture("workspace").with("renamed/src/lib.rs", source);
    sharing_gadfly().run(&project, "explore renamed --calls 5000").expect_code(0);
    let regression = project.read("renamed/tests/gadfly_regression.rs");
    assert!(regression.contains("use shapes::Rectangle;"), "{regression}");
}

#[test]
fn a_value_that_is_dropped_twice_is_noticed_in_an_ordinary_build() {
    let source = "
#[derive(Default)]
pub struct Bag<T>(Vec<T>);

impl<T> Bag<T> {
    pub fn put(&mut self, item: T) {
        self.0.push(item);
    }

    pub fn first(&self) -> Option<T> {
        self.0.first().map(|item| unsafe { std::ptr::read(item) })
    }
}

/// Asked for by some functions of a bag, but not by those above.
pub trait Weigh {
    fn weight(&self) -> usize;
}

impl Weigh for u8 {
    fn weight(&self) -> usize {
        1
    }
}

impl<T: Weigh> Bag<T> {
    pub fn weight(&self) -> usize {
        self.0.iter().map(Weigh::weight).sum()
    }
}
";
    let project = Project::of_source(source);
    let run = sharing_gadfly().run(&project, "explore --calls 20000").expect_code(1);
    let failures = project.read(FAILURES);
    assert!(run.stdout.contains("a value was dropped after it was dropped"), "{}", run.stdout);
    assert!(failures.contains("use tracked::Tracked;") && failures.contains("mod tracked {"));
    let failing = cargo_test(&project, "gadfly_failures");
    assert!(failing.contains("a value was dropped after it was dropped"), "{failures}\n{failing}");
    assert!(!failing.contains("warning:"), "{failing}");
}

#[test]
fn double_drops_after_panics_are_found() {
    let source = "
/// A few values.
pub struct Few<T> {
    values: Vec<T>,
}

impl<T> Few<T> {
    pub fn new() -> Self {
        Few { values: Vec::new() }
    }

    pub fn add(&mut self, value: T) {
        self.values.push(value);
    }

    /// Changes all values; those that were taken out stay where they were until all are done.
    pub fn change(&mut self, mut change: impl FnMut(T) -> T) {
        for value in &mut self.values {
            // SAFETY: it is not, should the function panic.
            unsafe { std::ptr::write(value, change(std::ptr::read(value))) };
        }
    }

    /// Keeps some values, and none if the function panics.
    pub fn keep(&mut self, mut wanted: impl FnMut(&T) -> bool) {
        let length = self.values.len();
        // SAFETY: until this is over, they are not used as values; some may be leaked.
        unsafe { self.values.set_len(0) };
        let mut kept = 0;
        for index in 0..length {
            // SAFETY: within what was there, and each is read once.
            let value = unsafe { std::ptr::read(self.values.as_ptr().add(index)) };
            if wanted(&value) {
                // SAFETY: that place was read before.
                unsafe { std::ptr::write(self.values.as_mut_ptr().add(kept), value) };
                kept += 1;
            }
        }
        // SAFETY: as many were written.
        unsafe { self.values.set_len(kept) };
    }
}
";
    let manifest = "[package]\nname = \"few\"\nedition = \"2021\"\n\n[workspace]\n";
    let project = Project::of_source(source).with("Cargo.toml", manifest);
    let run = sharing_gadfly().run(&project, "explore --calls 40000").expect_code(1);
    let failures = project.read(FAILURES);
    let found = "after it was dropped";
    assert!(run.stdout.contains(found) && run.stdout.contains("Few::change"), "{}", run.stdout);
    assert!(run.stdout.contains("after a caught panic"), "{}", run.stdout);
    assert!(run.stdout.contains("(1 test, failing today)"), "{}", run.stdout);
    assert!(!run.stdout.contains("Few::keep"), "{}", run.stdout);
    assert!(failures.contains("catch_unwind") && failures.contains("panicking("), "{failures}");
    let failing = cargo_test(&project, "gadfly_failures");
    assert!(failing.contains(found) && !failing.contains("warning:"), "{failures}\n{failing}");
}

#[test]
fn double_drops_after_panics_in_drop_are_found() {
    let source = "
use std::mem::ManuallyDrop;

/// A few values.
pub struct Few<T> {
    values: Vec<T>,
}

impl<T> Few<T> {
    pub fn new() -> Self {
        Few { values: Vec::new() }
    }

    pub fn add(&mut self, value: T) {
        self.values.push(value);
    }

    /// Yields values where there are any.
    pub fn take(&mut self) -> Option<T> {
        self.values.pop()
    }

    /// Drops all values; those that are gone stay where they were until all are.
    pub fn clear(&mut self) {
        // SAFETY: it is not, should a value panic.
        unsafe {
            std::ptr::drop_in_place(&mut self.values[..]);
            self.values.set_len(0);
        }
    }

    /// Drops all values, and knows of none while it does so.
    pub fn empty(&mut self) {
        let all: *mut [T] = &mut self.values[..];
        // SAFETY: they are not used as values any more.
        unsafe {
            self.values.set_len(0);
            std::ptr::drop_in_place(all);
        }
    }

    pub fn into_rest(self) -> Rest<T> {
        Rest { values: ManuallyDrop::new(self.values) }
    }

    pub fn into_heap(self) -> Heap<T> {
        Heap { values: ManuallyDrop::new(self.values) }
    }
}

/// A fixed set of values; clearing it ends as badly.
pub struct Rest<T> {
    values: ManuallyDrop<Vec<T>>,
}

impl<T> Drop for Rest<T> {
    fn drop(&mut self) {
        // SAFETY: it is not, should a value panic: the vector still has all of them.
        unsafe {
            let mut values = ManuallyDrop::take(&mut self.values);
            std::ptr::drop_in_place(&mut values[..]);
            values.set_len(0);
        }
    }
}

/// Values that end as they should.
pub struct Heap<T> {
    values: ManuallyDrop<Vec<T>>,
}

impl<T> Heap<T> {
    pub fn cut(&mut self, length: usize) {
        self.values.truncate(length);
    }
}

impl<T> Drop for Heap<T> {
    fn drop(&mut self) {
        // SAFETY: this happens once.
        unsafe { ManuallyDrop::drop(&mut self.values) };
    }
}
";
    let manifest = "[package]\nname = \"fewer\"\nedition = \"2021\"\n\n[workspace]\n";
    let project = Project::of_source(source).with("Cargo.toml", manifest);
    let run = sharing_gadfly().run(&project, "explore --calls 60000").expect_code(1);
    let failures = project.read(FAILURES);
    let found = "after it was dropped";
    assert!(
        run.stdout.contains("Few::clear") && run.stdout.contains("Rest::drop"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("(2 tests, failing today)"), "{}", run.stdout);
    assert!(!run.stdout.contains("Few::empty") && !run.stdout.contains("Heap"), "{}", run.stdout);
    assert!(failures.contains("panicking_on_drop()"), "{failures}");
    let failing = cargo_test(&project, "gadfly_failures");
    assert!(failing.contains("2 failed") && failing.contains(found), "{failures}\n{failing}");
    assert!(!failing.contains("warning:"), "{failing}");
}

/// Ends of processes, broken memory and closed streams cost the sequences that bring them about, and no test of anything else.
#[test]
fn corrupting_sequences_cost_themselves_alone() {
    let project = Project::of_fixture("corrupting");
    let place = fresh_place("fixture-corrupting");
    let run = sharing_gadfly().run(&project, "explore --calls 20000 --seed 1").expect_code(1);
    let report = report(&place);
    assert!(report.get("tests_failed").is_none(), "{report:#}\n{}", run.stderr);
    let findings = report["findings"].as_array().expect("findings");
    let has = |item: &str| findings.iter().any(|finding| finding["item"] == item);
    assert!(has("fixture_corrupting::Book::spread"), "{findings:#?}");
    assert!(project.read(FAILURES).contains("fn book_spread_panics"));
    let regression = project.read(REGRESSION);
    for call in ["Book::new()", ".len(), ", ".first(), ", ".sum(), ", "double(", "half(", "packed("]
    {
        assert!(regression.contains(call), "no {call}: {regression}");
    }
    assert!(!regression.contains(".shred("), "{regression}");
    let passing = cargo_test(&project, "gadfly_regression");
    assert!(passing.contains(" 0 failed;"), "{passing}");
}
