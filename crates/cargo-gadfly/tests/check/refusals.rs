//! Refusals: each in one sentence, with the right exit code.

use gadfly_testkit::Project;

use crate::{gadfly, library};

#[test]
fn crates_without_properties_get_an_example() {
    let project = Project::of_source("pub fn f() {}\n");
    let run = gadfly().run(&project, "check").expect_code(2);
    assert!(run.stderr.contains("subject has no properties to check"), "{}", run.stderr);
    assert!(run.stderr.contains("cargo add --dev gadfly"), "{}", run.stderr);
}

#[test]
fn compile_errors_in_tests_have_their_place() {
    let source = "pub fn f(x: u8) -> u8 { x }
#[cfg(test)]
mod properties {
    #[gadfly::check]
    fn is_itself(x: u8) -> bool { super::f(x) == \"x\" }
}
";
    let project = library("broken-test-code", source);
    let run = gadfly().run(&project, "check").expect_code(3);
    let expected =
        "broken-test-code does not build with its test code: mismatched types (src/lib.rs:5)";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    assert!(run.stderr.contains("make `cargo test --no-run` pass first"), "{}", run.stderr);
}

#[test]
fn methods_of_generic_types_need_a_type() {
    let source = "#[derive(Default)]
pub struct Stack<T>(Vec<T>);
impl<T> Stack<T> {
    pub fn push(&mut self, x: T) { self.0.push(x) }
    #[cfg(test)]
    #[gadfly::check]
    fn has_a_length(&self) -> bool { self.0.len() < 1000 }
}
";
    let project = library("unnamed-type", source);
    let run = gadfly().run(&project, "check").expect_code(3);
    assert!(run.stderr.contains("(src/lib.rs:6)"), "{}", run.stderr);
    assert!(run.stderr.contains("#[gadfly::check(Self = Stack<String>)]"), "{}", run.stderr);
}

#[test]
fn options_and_receivers_that_do_not_fit_are_refused_in_one_sentence() {
    let source = "#[derive(Debug, Default)]
pub struct Gate(bool);
#[cfg(test)]
impl Gate { #[gadfly::invariant] fn holds(&mut self) -> bool { !self.0 } }
";
    let project = library("unfit-receiver", source);
    let run = gadfly().run(&project, "check").expect_code(3);
    let expected = "an invariant is a method that takes `&self` and nothing else (src/lib.rs:4)";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    let source =
        "#[cfg(test)]\n#[gadfly::check(err, panics)]\nfn holds() -> Result<(), ()> { Ok(()) }\n";
    let project = project.with("src/lib.rs", source);
    let run = gadfly().run(&project, "check").expect_code(3);
    let expected =
        "test code: a property is expected to panic or to return an error, not both (src/lib.rs:2)";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
}
