//! Invariants are checked by `explore` and `walk` as well; a crate without any pays nothing.

use gadfly_testkit::Project;
use serde_json::Value;

use crate::{cargo_test, fresh, gadfly, library, place, report};

const PACKAGE: &str = "fixture-invariants";

fn source(finding: &Value) -> Vec<&str> {
    finding["source"].as_str().expect("source").lines().collect()
}

#[test]
fn violated_invariants_are_found_by_a_search_and_shown_by_a_walk() {
    let project = fresh(PACKAGE, Project::of_fixture("invariants"));
    let run = gadfly().run(&project, "explore --calls 40000 --seed 1").expect_code(1);
    let explored = report(PACKAGE);
    let findings = explored["findings"].as_array().expect("findings");
    let contracts: Vec<&Value> =
        findings.iter().filter(|finding| finding["kind"] == "contract").collect();
    let [even, short] = contracts[..] else { panic!("{findings:?}") };
    for (finding, item) in [
        (even, "fixture_invariants::invariants::Even::is_even"),
        (short, "fixture_invariants::invariants::Short::is_short"),
    ] {
        assert_eq!((&finding["item"], &finding["class"]), (&item.into(), &"bug".into()));
    }
    assert_eq!(
        source(even),
        ["let mut even = Even::zero();", "even.step();", "even.halve();", "even.is_even();"]
    );
    assert_eq!(even["calls"], 3);
    assert_eq!(short["message"], "4 items", "a panic inside of an invariant is a violation");
    assert_eq!(short["calls"], 5, "{short}");
    assert!(run.stdout.contains("Even::is_even"), "{}", run.stdout);

    // Tests of what is private stand where it is in reach, and fail there.
    assert_eq!(explored["tests"]["failing"], 2);
    let (is_fine, said) = cargo_test(&project);
    assert!(!is_fine, "{said}");
    for test in ["is_even_1", "is_short_1"] {
        assert!(said.contains(&format!("{test} ... FAILED")), "{test}: {said}");
    }

    // Each can be run again by its id.
    let id = even["id"].as_str().expect("an id");
    let run = gadfly().run(&project, &format!("replay {id}")).expect_code(1);
    assert!(run.stdout.contains("is_even does not hold for this input"), "{}", run.stdout);
    std::fs::remove_file(project.path().join("tests/gadfly_failures/even_is_even.rs"))
        .expect("the test's file");
    let run = gadfly().run(&project, &format!("replay {id}")).expect_code(2);
    assert!(run.stderr.contains("even_is_even.rs has no test is_even_1"), "{}", run.stderr);

    let run = gadfly().run(&project, "walk Even --depth 3").expect_code(0);
    let violated = "even.step();\n    even.halve();\n    even.is_even()\n    ==> violated: Even::is_even, it is false";
    assert!(run.stdout.contains(violated), "{}", run.stdout);
    assert!(!run.stdout.contains("even.is_even();"), "nothing comes after it: {}", run.stdout);
}

#[test]
fn a_crate_without_invariants_is_built_once_and_as_it_is() {
    let source = "//! No `#[gadfly::invariant]` here.\npub fn f() -> u8 { 1 }\n";
    let project = Project::of_source(source);
    gadfly().run(&project, "explore --calls 100").expect_code(0);
    for folder in ["linked", "check/shadow"] {
        assert!(!place("subject").join(folder).exists(), "{folder}");
    }
}

/// The attribute stands on a line with other things.
const GATE: &str = "//! A gate.
#[derive(Debug, Clone, Default)]
pub struct Gate { open: bool, locked: bool }
impl Gate {
    pub fn open(&mut self) { if !self.locked { self.open = true } }
    pub fn lock(&mut self) { self.locked = true; if cfg!(feature = \"mended\") { self.open = false } }
}
#[cfg(test)]
impl Gate { #[gadfly::invariant] fn is_never_both(&self) -> bool { !(self.open && self.locked) } }
";

#[test]
fn checks_searches_and_walks_take_turns_on_one_crate() {
    let mut source = GATE.to_owned();
    let project = library("taking-turns", &source);
    let edit = |project: Project, source: &mut String| {
        source.push_str("// Another line.\n");
        project.with("src/lib.rs", source)
    };
    gadfly().run(&project, "check -q").expect_code(1);
    let project = edit(project, &mut source);
    gadfly().run(&project, "explore -q --calls 3000").expect_code(1);
    gadfly().run(&project, "check -q").expect_code(1);
    let project = edit(project, &mut source);
    let run = gadfly().run(&project, "walk Gate --depth 2").expect_code(0);
    assert!(run.stdout.contains("violated: Gate::is_never_both"), "{}", run.stdout);
    gadfly().run(&project, "check -q").expect_code(1);
    // What is built with a feature is not taken for what is built without.
    gadfly().run(&project, "check -q --features mended").expect_code(0);
    gadfly().run(&project, "explore -q --calls 3000").expect_code(1);
    gadfly().run(&project, "check -q").expect_code(1);
}
