//! Walks as people use them: listing, testing, files, refusals.

use gadfly_testkit::Project;
use serde_json::Value;

use crate::{library, report, sharing_gadfly};

const CELLS: &str = "//! Receivers of every kind.\n\nuse std::cell::Cell;\n\n/// A person.\npub struct Person(u32);\n\nimpl Person {\n    /// A person with a number.\n    pub fn numbered(number: u32) -> Self {\n        Self(number)\n    }\n}\n\n/// What only a counter gives.\npub struct Sign(u32);\n\n/// A counter.\n#[derive(Debug)]\npub struct Counter {\n    count: Cell<u32>,\n}\n\nimpl Counter {\n    /// From zero.\n    pub fn new() -> Self {\n        Self { count: Cell::new(0) }\n    }\n\n    /// Counts behind a shared reference.\n    pub fn secretly(&self) -> u32 {\n        self.count.set(self.count.get() + 1);\n        self.count.get()\n    }\n\n    /// Changes nothing.\n    pub fn idle(&mut self) -> u32 {\n        self.count.get()\n    }\n\n    /// An error from the second time on.\n    pub fn once(&mut self) -> Result<(), String> {\n        let count = self.count.replace(self.count.get() + 1);\n        if count == 0 { Ok(()) } else { Err(\"again\".to_owned()) }\n    }\n\n    /// Borrows.\n    pub fn count_mut(&mut self) -> &mut u32 {\n        self.count.get_mut()\n    }\n\n    /// Twice as many.\n    pub fn doubled(self) -> Self {\n        Self { count: Cell::new(2 * self.count.get()) }\n    }\n\n    /// The number at last.\n    pub fn finish(self) -> u32 {\n        self.count.get()\n    }\n\n    /// A sign of it.\n    pub fn sign(&self) -> Option<Sign> {\n        Some(Sign(self.count.get()))\n    }\n\n    /// Knows its signs.\n    pub fn knows(&self, sign: Sign) -> bool {\n        sign.0 == self.count.get()\n    }\n\n    /// Meets a person.\n    pub fn meet(&self, person: &Person) -> u32 {\n        person.0\n    }\n\n    /// Differs from run to run.\n    pub fn moment(&self) -> u32 {\n        std::time::SystemTime::now()\n            .duration_since(std::time::UNIX_EPOCH)\n            .map_or(0, |time| time.subsec_nanos())\n    }\n}\n";

fn walk_of(stdout: &str) -> Value {
    let report: Value = serde_json::from_str(stdout).expect("nothing but JSON");
    report["walk"].clone()
}

fn outcome<'w>(walk: &'w Value, end: &str) -> Vec<&'w str> {
    let sequences = walk["sequences"].as_array().expect("a list");
    sequences
        .iter()
        .filter(|it| it["source"].as_str().is_some_and(|source| source.ends_with(end)))
        .map(|it| it["outcome"].as_str().expect("an outcome"))
        .collect()
}

#[test]
fn receivers_say_what_calls_do_and_fingerprints_say_the_rest() {
    let project = library("walk-receivers", CELLS);
    let tool = sharing_gadfly();
    let types = tool.run(&project, "walk").expect_code(0);
    assert!(types.stdout.contains(" walk_receivers::Counter\n"), "{}", types.stdout);
    assert!(types.stdout.contains("1 constructor, 10 methods"), "{}", types.stdout);

    let run = tool.run(&project, "walk Counter --mode algebra --depth 2 --format json --all");
    let walk = walk_of(&run.expect_code(0).stdout);
    assert_eq!(walk["hidden_changes"], serde_json::json!(["secretly"]));
    let pure: Vec<&str> =
        walk["pure"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(pure, ["idle", "count_mut", "sign", "knows", "meet", "moment"]);
    // An argument that only another counter can give.
    assert_eq!(walk["refused"], 0, "{walk}");
    assert!(outcome(&walk, "counter.once()").contains(&"Err(\"again\")"), "{walk}");
    assert_eq!(outcome(&walk, "let mut counter = Counter::new();\ncounter.count_mut()"), ["0"]);
    // What replaces the value is extended, what uses it up is not.
    assert!(walk.to_string().contains("doubled().finish()") || walk.to_string().contains("finish"));
    let extended = walk["sequences"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|it| it["source"].as_str().is_some_and(|source| source.contains(".finish();")));
    assert_eq!(extended.count(), 0);

    // Errors end a path where that is asked for.
    let line = "walk Counter --mode protocol --depth 3 --errors-end --format json --all";
    let ending = walk_of(&tool.run(&project, line).expect_code(0).stdout);
    let line = "walk Counter --mode protocol --depth 3 --format json --all";
    let going_on = walk_of(&tool.run(&project, line).expect_code(0).stdout);
    let count = |walk: &Value, key: &str| walk[key].as_u64().expect("a number");
    assert!(count(&ending, "exceptional") > count(&going_on, "exceptional"));
    assert!(count(&ending, "executed") < count(&going_on, "executed"));
    assert_eq!(count(&ending, "total"), count(&going_on, "total"));

    // Values that were reached before are extended once.
    let line = "walk Counter --mode protocol --depth 3 --merge-states --format json";
    let merged = walk_of(&tool.run(&project, line).expect_code(0).stdout);
    assert!(count(&merged, "discarded_merged") > 0);
    assert_eq!(count(&merged, "total"), count(&going_on, "total"));

    // What differs from run to run is not asked about.
    let run = tool.answering(
        &project,
        "walk Counter --test --depth 1 --no-tests --format json",
        &"y\n".repeat(50),
    );
    let judged = walk_of(&run.expect_code(0).stdout);
    assert_eq!(judged["oracle"]["unstable"], 1);
    assert!(!project.read("gadfly/oracles/Counter.oracle").contains("moment"));
}

#[test]
fn answers_become_an_oracle_and_tests_and_are_not_asked_again() {
    let project = Project::of_fixture("walked");
    let manifest = project.read("Cargo.toml").replace("fixture-walked", "walk-answers");
    let project = project.with("Cargo.toml", &manifest);
    let tool = sharing_gadfly();
    let line = "walk BoundedStack --test --depth 2";

    // Three right, one wrong, one later, then all of a kind, then enough.
    let run = tool.answering(&project, line, "y\n\ny\nn\ns\na\nq\n").expect_code(1);
    assert!(
        run.stdout.contains("Passed 4 test sequences that were manually confirmed"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("Failed 1 test sequences that were manually rejected"),
        "{}",
        run.stdout
    );
    let oracle = project.read("gadfly/oracles/BoundedStack.oracle");
    assert!(oracle.contains("wrong new(); is_full() => false\n"), "{oracle}");
    let tests = project.read("tests/gadfly_walk_bounded_stack.rs");
    assert!(
        tests.contains("#[should_panic(expected = \"the stack is empty\")]\nfn pop() {"),
        "{tests}"
    );
    assert!(tests.contains("/// Wrong: false.\n#[test]\nfn is_full() {"), "{tests}");
    let place = gadfly_testkit::shared_target_dir().join("gadfly/walk-answers");
    let findings = report(&place)["findings"].clone();
    assert_eq!(findings[0]["test"], "gadfly_walk_bounded_stack::is_full");
    assert!(place.join("walk-BoundedStack.svg").is_file());

    // Failures are remembered; the rest is asked, and nothing twice.
    let run = tool.answering(&project, line, &"y\n".repeat(20)).expect_code(1);
    assert!(
        run.stdout.contains("Failed 1 test sequences automatically from oracles"),
        "{}",
        run.stdout
    );
    let again = tool.answering(&project, line, "").expect_code(1);
    assert!(!again.stderr.contains("Confirm ("), "{}", again.stderr);
    for open in ["is not judged", "without a verdict"] {
        assert!(!again.stdout.contains(open), "{}", again.stdout);
    }

    // No question without a terminal, and nothing is written then.
    let oracle = project.read("gadfly/oracles/BoundedStack.oracle");
    let run = tool.run(&project, "walk BoundedStack --ci --depth 3").expect_code(1);
    assert!(run.stdout.contains("Not judged yet:"), "{}", run.stdout);
    assert_eq!(project.read("gadfly/oracles/BoundedStack.oracle"), oracle);

    // What was said is forgotten on request, and asked again.
    let run = tool.answering(&project, &format!("{line} --forget is_full"), &"y\n".repeat(20));
    assert!(run.expect_code(0).stdout.contains("Forgot 2 sequences with is_full"));

    // An added method leaves what is known alone.
    let before = project.read("src/stack.rs");
    let source = before.replace(
        "    pub fn is_empty(&self) -> bool {\n        self.count == 0",
        "    pub fn room(&self) -> usize {\n        self.cells.len()\n    }\n\n    /// Returns whether there are none.\n    pub fn is_empty(&self) -> bool {\n        self.count == 0",
    );
    assert_ne!(source, before, "a method is added");
    let project = project.with("src/stack.rs", &source);
    let run = tool.answering(&project, line, &"y\n".repeat(20)).expect_code(0);
    assert!(
        run.stdout.contains("Passed 2 test sequences that were manually confirmed"),
        "{}",
        run.stdout
    );
}

#[test]
fn accepted_outcomes_stay_tests_when_they_change() {
    let project = Project::of_fixture("walked");
    let manifest = project.read("Cargo.toml").replace("fixture-walked", "walk-changes");
    let project = project.with("Cargo.toml", &manifest);
    let tool = sharing_gadfly();
    let line = "walk BoundedStack --test --depth 2";
    tool.answering(&project, line, &"y\n".repeat(40)).expect_code(0);
    let file = "tests/gadfly_walk_bounded_stack.rs";
    let names = |text: &str| -> std::collections::BTreeSet<String> {
        text.lines().filter_map(|line| line.strip_prefix("fn ")).map(str::to_owned).collect()
    };
    let accepted = names(&project.read(file));
    assert!(accepted.len() > 5, "{accepted:?}");

    // A value is another one, and a panic is gone.
    let before = project.read("src/stack.rs");
    let source = before.replace("self.count == 0\n", "self.count == 1\n").replace(
        "assert!(self.count > 0, \"the stack is empty\");\n        self.count -= 1;",
        "self.count = self.count.saturating_sub(1);",
    );
    assert_ne!(source, before);
    let project = project.with("src/stack.rs", &source);
    let run = tool.answering(&project, line, "q\n").expect_code(1);
    let tests = project.read(file);
    assert_eq!(names(&tests), accepted, "no test is lost: {tests}");
    assert!(
        tests.contains("/// Accepted: true.\n/// Now: false.\n#[test]\nfn is_empty() {"),
        "{tests}"
    );
    assert!(tests.contains("/// Accepted: panic: the stack is empty.\n"), "{tests}");
    assert!(run.stdout.contains("because an accepted outcome has changed"), "{}", run.stdout);

    // A new answer replaces the accepted one.
    tool.answering(&project, line, &"y\n".repeat(40)).expect_code(0);
    assert!(!project.read(file).contains("Accepted:"), "{}", project.read(file));

    // The crate is as it was: what was accepted first is right again.
    let project = project.with("src/stack.rs", &before);
    tool.answering(&project, line, "q\n").expect_code(0);
    assert_eq!(names(&project.read(file)), accepted);
}

/// A switch whose `reset` changes nothing before `turn` was called twice.
const SWITCH: &str = "//! A switch.\n\n/// It turns.\n#[derive(Debug)]\npub struct Switch {\n    turns: u32,\n}\n\nimpl Switch {\n    /// Off.\n    pub fn new() -> Self {\n        Self { turns: 0 }\n    }\n\n    /// Turns it; the turns so far.\n    pub fn turn(&mut self) -> u32 {\n        self.turns += 1;\n        self.turns\n    }\n\n    /// Off again after two turns; the turns until then.\n    pub fn reset(&mut self) -> u32 {\n        let turns = self.turns;\n        if turns > 1 {\n            self.turns = 0;\n        }\n        turns\n    }\n}\n";

#[test]
fn verdicts_hold_in_shorter_walks_and_other_modes() {
    let project = library("walk-shorter", SWITCH);
    let tool = sharing_gadfly();
    let line = "walk Switch --test --mode protocol --depth 4 --no-tests";
    tool.answering(&project, line, &"y\n".repeat(200)).expect_code(0);
    for mode in ["protocol", "algebra"] {
        for depth in 1..=4 {
            let line = format!("walk Switch --ci --mode {mode} --depth {depth}");
            tool.run(&project, &line).expect_code(0);
        }
    }
}

#[test]
fn arguments_come_from_functions_that_a_person_names() {
    let helpers = "use walk_generators::Person;\n\n/// A person well known.\npub fn known(number: u32) -> Person {\n    Person::numbered(number + 1000)\n}\n";
    let project = library("walk-generators", CELLS).with("tests/makers/mod.rs", helpers).with(
        "gadfly.toml",
        "helpers = \"tests/makers/mod.rs\"\nwalk = { generators = [\"known\"] }\n",
    );
    let run = sharing_gadfly().run(&project, "walk Counter --depth 1 --format json");
    let walk = walk_of(&run.expect_code(0).stdout);
    assert_eq!(outcome(&walk, "counter.meet(&person)"), ["1000"], "{walk}");

    // A maker of the walked type begins, and a parameter has the values that were given to it.
    let helpers = format!(
        "{helpers}\n/// A counter of seven.\npub fn seven() -> walk_generators::Counter {{\n    \
         let mut counter = walk_generators::Counter::new();\n    *counter.count_mut() = 7;\n    counter\n}}\n"
    );
    let settings = |walk: &str| format!("helpers = \"tests/makers/mod.rs\"\nwalk = {{ {walk} }}\n");
    let given = "generators = [\"seven\"], streams = { \"Person::numbered.number\" = [42] }";
    let project =
        project.with("tests/makers/mod.rs", &helpers).with("gadfly.toml", &settings(given));
    let run = sharing_gadfly().run(&project, "walk Counter --depth 1 --format json --all");
    let walk = walk_of(&run.expect_code(0).stdout);
    let mut counted = outcome(&walk, "counter.idle()");
    counted.sort_unstable();
    assert_eq!(counted, ["0", "7"], "{walk}");
    let mut project = project;
    for (wrong, part) in [
        ("generators = [\"sevn\"]", "generators of [walk] in gadfly.toml names sevn"),
        ("streams = { \"Person::numbered.nmber\" = [1] }", "is no parameter of a function"),
        ("streams = { \"Person::numbered.number\" = [\"x\"] }", "has the value x, which is no u32"),
    ] {
        project = project.with("gadfly.toml", &settings(wrong));
        let run = sharing_gadfly().run(&project, "walk Counter --depth 1").expect_code(2);
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
}

#[test]
fn unusable_items_are_named() {
    let project = Project::of_fixture("walked");
    let manifest = project.read("Cargo.toml").replace("fixture-walked", "walk-refusals");
    let project = project.with("Cargo.toml", &manifest);
    let tool = sharing_gadfly();
    let run = tool.run(&project, "walk BoundedStak").expect_code(2);
    assert!(run.stderr.contains("there is no type BoundedStak to walk"), "{}", run.stderr);
    assert!(run.stderr.contains("did you mean BoundedStack?"), "{}", run.stderr);
    let run = tool.run(&project, "walk BoundedStack --test --inherit Absent").expect_code(2);
    assert!(run.stderr.contains("Absent.oracle to inherit"), "{}", run.stderr);
    let project = project.with("gadfly/oracles/BoundedStack.oracle", "maybe\n");
    let run = tool.run(&project, "walk BoundedStack --ci").expect_code(2);
    assert!(run.stderr.contains("line 1 is neither"), "{}", run.stderr);
}

#[test]
fn an_instance_that_a_person_names_is_walked_with_everything_it_has() {
    let pile = "//! A pile.\n\n/// Things on top of each other.\n#[derive(Debug)]\npub struct Pile<T> {\n    items: Vec<T>,\n}\n\nimpl<T: Copy> Pile<T> {\n    /// Nothing.\n    pub fn new() -> Self {\n        Self { items: Vec::new() }\n    }\n\n    /// One more.\n    pub fn add(&mut self, item: T) -> usize {\n        self.items.push(item);\n        self.items.len()\n    }\n\n    /// The last.\n    pub fn last(&self) -> Option<T> {\n        self.items.last().copied()\n    }\n}\n";
    let project = library("walk-instances", pile);
    let run = sharing_gadfly().run(&project, "walk Pile<[u8;2]> --depth 2 --format json");
    let walk = walk_of(&run.expect_code(0).stdout);
    assert_eq!(walk["type"], "walk_instances::Pile<[u8; 2]>");
    assert_eq!(walk["total"], 1 + 2 + 4, "{walk}");
    assert_eq!(walk["executed"], 1 + 2 + 4, "{walk}");
    assert!(outcome(&walk, "pile.last()").iter().any(|it| it.starts_with("Some([")), "{walk}");
}
