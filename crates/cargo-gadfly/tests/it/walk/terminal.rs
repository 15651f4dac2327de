//! Walks in a pseudo-terminal: the review screen, and plain lines on request.

use gadfly_testkit::Project;

use crate::{library, sharing_gadfly};

const SWITCH: &str = "//! A switch.\n\n/// On or off.\n#[derive(Debug)]\npub struct Switch {\n    on: bool,\n}\n\nimpl Switch {\n    /// Off.\n    pub fn new() -> Self {\n        Self { on: false }\n    }\n\n    /// Turns it on.\n    pub fn press(&mut self) {\n        assert!(!self.on, \"it is on\");\n        self.on = true;\n    }\n\n    /// Whether it is.\n    pub fn is_on(&self) -> bool {\n        self.on\n    }\n}\n";
const ORACLE: &str = "gadfly/oracles/Switch.oracle";

fn project() -> Project {
    library("walk-in-a-terminal", SWITCH)
}

#[test]
fn outcomes_are_reviewed_on_a_screen_that_is_given_back() {
    let project = project();
    let tool = sharing_gadfly().env("TERM", "xterm-256color");

    // Right, wrong, then enough: what was answered is kept.
    let keys = [("States", "\r"), ("switch.is_on()", "n"), ("*panic*", "q")];
    let line = "walk Switch --test --mode states --depth 1 --no-tests";
    let run = tool.in_terminal(&project, line, &keys).expect_code(1);
    for text in ["right?", "States", "(On)", "press", "switch.press()", "[Enter]", "\u{1b}[?1049l"]
    {
        assert!(run.stdout.contains(text), "{text:?} is missing in {:?}", run.stdout);
    }
    let oracle = project.read(ORACLE);
    assert!(oracle.contains("right new() => Switch { on: false }\n"), "{oracle}");
    assert!(oracle.contains("wrong new(); is_on() => false\n"), "{oracle}");

    // Ctrl-C keeps answers, too.
    std::fs::remove_file(project.path().join(ORACLE)).expect("removed");
    let keys = [("States", "y"), ("switch.is_on()", "\u{3}")];
    tool.in_terminal(&project, line, &keys).expect_code(130);
    let oracle = project.read(ORACLE);
    assert!(oracle.contains("right new() => Switch"), "{oracle}");
    assert!(!oracle.contains("is_on"), "{oracle}");

    // Lines on request; Enter is a line there.
    let keys =
        [("Confirm (y|n|a|s|q) ? :", "what\n"), ("y or Enter: right", "\n"), ("Confirm", "q\n")];
    let run = tool.in_terminal(&project, &format!("{line} --plain"), &keys).expect_code(0);
    assert!(!run.stdout.contains("right?"), "{}", run.stdout);
    assert!(project.read(ORACLE).contains("right new(); is_on() => false\n"));
}
