//! The stack with a cached sum: both of its bugs are found, shown as small as they get, and nothing else is.

use gadfly_testkit::Project;
use serde_json::Value;

use crate::{cargo_test, fresh, gadfly, report, timeless};

const STACK: &str = "src/stack.rs";

fn fixed(project: Project, from: &str, to: &str) -> Project {
    let source = project.read(STACK);
    assert!(source.contains(from), "{source}");
    project.with(STACK, &source.replace(from, to))
}

fn finding() -> Value {
    let report = report("sum-stack");
    let findings = report["findings"].as_array().expect("findings");
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!(finding["kind"], "property");
    assert_eq!(finding["item"], "sum_stack::stack::props::SumStack::sum_matches_data");
    finding.clone()
}

fn statements(finding: &Value) -> Vec<String> {
    finding["source"].as_str().expect("source").lines().map(str::to_owned).collect()
}

#[test]
fn both_bugs_get_shortest_tests() {
    let project = fresh("sum-stack", Project::of_example("sum-stack"));
    gadfly().run(&project, "check --seed 1").expect_code(1);
    let first = report("sum-stack");
    let shown = finding();
    let lines = statements(&shown);
    assert_eq!(lines.len(), 4, "three statements and the property: {lines:?}");
    assert!(lines[0].starts_with("let mut sum_stack = SumStack::"), "{lines:?}");
    assert_eq!(
        lines[1..],
        ["sum_stack.push(1);", "sum_stack.pop();", "sum_stack.sum_matches_data();"]
    );
    assert_eq!(shown["calls"], 3);

    // The same seed gives the same report.
    gadfly().run(&project, "check --seed 1 --jobs 1").expect_code(1);
    assert_eq!(timeless(report("sum-stack")), timeless(first));

    // The test is there, and fails in a build without gadfly too.
    let file = "tests/gadfly_failures/sum_stack_sum_matches_data.rs";
    assert!(project.read(file).contains("fn sum_matches_data_1() {"), "{}", project.read(file));
    let (is_fine, said) = cargo_test(&project);
    assert!(!is_fine && said.contains("sum_matches_data_1 ... FAILED"), "{said}");

    let project = fixed(
        project,
        "        self.data.pop()\n",
        "        let x = self.data.pop();\n        self.sum = self.sum.wrapping_sub(x.unwrap_or(0));\n        x\n",
    );
    gadfly().run(&project, "check --seed 1").expect_code(1);
    let shown = finding();
    let lines = statements(&shown);
    assert_eq!(lines.len(), 5, "four statements and the property: {lines:?}");
    assert_eq!(
        lines[1..4],
        ["sum_stack.push(1);", "let data = sum_stack.data();", "data.clear();"]
    );
    assert_eq!(shown["calls"], 4);
    assert!(project.read(file).contains("fn sum_matches_data_2() {"), "{}", project.read(file));

    let project = fixed(
        project,
        "pub fn data(&mut self) -> &mut Vec<i32> {\n        &mut self.data",
        "pub fn data(&self) -> &[i32] {\n        &self.data",
    );
    filtered(&project);
    // Tests that a person has not repaired with the code do not stop the search.
    let run = gadfly().run(&project, "check --seed 1").expect_code(0);
    assert!(run.stdout.contains("2 properties, none failed"), "{}", run.stdout);
    assert_eq!(report("sum-stack")["findings"].as_array().map(Vec::len), Some(0));

    let source = project.read("src/lib.rs") + "\n#[cfg(test)]\nfn broken() -> u8 { \"no\" }\n";
    let project = project.with("src/lib.rs", &source);
    let run = gadfly().run(&project, "check").expect_code(3);
    assert!(run.stderr.contains("sum-stack does not build"), "{}", run.stderr);
}

/// A filter chooses properties, and JSON is all that is printed.
fn filtered(project: &Project) {
    let line = "check --property pushed_is_popped --format json --cases 200 --no-tests";
    let run = gadfly().run(project, line).expect_code(0);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(report["command"], "check");
    let properties = report["check"]["properties"].as_array().expect("properties");
    let [property] = &properties[..] else { panic!("{properties:?}") };
    assert_eq!(property["property"], "sum_stack::stack::props::pushed_is_popped");
    assert_eq!((&property["verdict"], &property["cases"]), (&"ok".into(), &200.into()));
    let run = gadfly().run(project, "check --property nothing").expect_code(2);
    assert!(run.stderr.contains("no property matches"), "{}", run.stderr);
    assert!(run.stderr.contains("pushed_is_popped"), "{}", run.stderr);
}
