//! Walks whose counts are known: how many sequences are run, discarded, predicted and asked about.

use gadfly_testkit::{Project, Tool};
use serde_json::Value;

use crate::sharing_gadfly;

/// One cycle: mode, depth, then manual, predicted, executed and discarded sequences.
type Cycle = (&'static str, u32, [u64; 4]);

const LIBRARY_BOOK: &[Cycle] = &[
    ("algebra", 1, [3, 2, 5, 0]),
    ("algebra", 2, [5, 8, 13, 8]),
    ("algebra", 3, [7, 18, 25, 60]),
    // Two states of five sequences each.
    ("states", 1, [0, 10, 10, 0]),
    ("states", 2, [0, 38, 38, 4]),
    ("states", 3, [5, 133, 138, 32]),
];
const BOUNDED_STACK: &[Cycle] = &[
    ("algebra", 1, [6, 1, 7, 0]),
    ("algebra", 2, [4, 9, 13, 30]),
    ("algebra", 3, [9, 16, 25, 234]),
    ("states", 1, [4, 17, 21, 0]),
    ("states", 2, [8, 109, 117, 12]),
    ("states", 3, [28, 617, 645, 132]),
];
const RESERVABLE_BOOK: &[Cycle] = &[
    ("algebra", 1, [3, 6, 9, 0]),
    ("algebra", 2, [14, 27, 41, 32]),
    ("algebra", 3, [56, 89, 145, 440]),
    ("states", 1, [0, 36, 36, 0]),
    ("states", 2, [11, 241, 252, 40]),
    ("states", 3, [83, 1649, 1732, 608]),
];
/// Observers with arguments make the calls behind them see other arguments, so keys with arguments ask about that again.
/// The last two cycles depend on this choice.
const BOUNDED_VECTOR: &[Cycle] = &[
    ("algebra", 1, [3, 6, 9, 0]),
    ("algebra", 2, [1, 16, 17, 56]),
    ("algebra", 3, [9, 32, 41, 544]),
    ("states", 1, [1, 26, 27, 0]),
    ("states", 2, [10, 177, 187, 32]),
    ("states", 3, [61, 1246, 1307, 448]),
];

#[test]
fn walks_of_the_known_types_have_the_known_counts() {
    let project = Project::of_fixture("walked");
    let tool = sharing_gadfly();
    explorations_of_the_stack_have_the_known_counts(&tool, &project);
    cycles(&tool, &project, "LibraryBook", "", LIBRARY_BOOK);
    cycles(&tool, &project, "BoundedStack", "", BOUNDED_STACK);
    cycles(&tool, &project, "ReservableBook", "--inherit LibraryBook", RESERVABLE_BOOK);
    cycles(&tool, &project, "BoundedVector", "--inherit BoundedStack", BOUNDED_VECTOR);
    one_pass_of_each_mode_asks_as_often_as_all_cycles(&tool, &project);
    nothing_is_left_to_ask(&tool, &project);
}

fn explorations_of_the_stack_have_the_known_counts(tool: &Tool, project: &Project) {
    for (mode, normal, exceptional, discarded, total) in [
        ("protocol", 111, 28, 120, 259),
        ("algebra", 21, 4, 234, 259),
        ("states", 601, 44, 132, 777),
    ] {
        let line = format!("walk BoundedStack --mode {mode} --format json");
        let walk = walk_of(&tool.run(project, &line).expect_code(0).stdout);
        let counts = ["normal", "exceptional", "discarded", "total"].map(|key| walk[key].clone());
        assert_eq!(counts, [normal, exceptional, discarded, total], "{mode}");
    }
    let text = tool.run(project, "walk BoundedStack --mode algebra").expect_code(0).stdout;
    for line in [
        "Exploring all algebraic constructions of length: 3",
        "    bounded_stack.push(Item(1));\n    bounded_stack.top()\n    ==> Item(1)\n",
        "    ==> the stack is empty *panic*  (src/stack.rs:",
        "Withheld 6 void results predicted from signatures",
        "Exercised 21 test sequences that executed normally",
        "Terminated 4 test sequences that raised an exception",
        "Discarded 234 test sequences whose prefixes were pruned",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
    let text = tool.run(project, "walk BoundedStack --mode states").expect_code(0).stdout;
    for line in [
        "State space of type: fixture_walked::BoundedStack\n  found state: Empty\n  found state: Default\n  found state: Full\n",
        "Empty state: Exploring all state transitions of length: 1",
    ] {
        assert!(text.contains(line), "{line} is missing in\n{text}");
    }
}

fn cycles(tool: &Tool, project: &Project, ty: &str, flags: &str, cycles: &[Cycle]) {
    for (mode, depth, expected) in cycles {
        let line = format!(
            "walk {ty} --test {flags} --no-tests --mode {mode} --depth {depth} --format json"
        );
        let run = tool.answering(project, &line, &"y\n".repeat(500)).expect_code(0);
        assert_eq!(counts(&walk_of(&run.stdout)), *expected, "{ty} {mode} {depth}");
    }
}

/// The oracle does not grow faster or slower when it is fed in fewer steps.
fn one_pass_of_each_mode_asks_as_often_as_all_cycles(tool: &Tool, project: &Project) {
    let known = project.path().join("gadfly/oracles");
    for (ty, flags, algebra, states) in [
        ("LibraryBook", "", 15, 5),
        ("BoundedStack", "", 19, 40),
        ("ReservableBook", "--inherit LibraryBook", 73, 94),
    ] {
        std::fs::remove_file(known.join(format!("{ty}.oracle"))).expect("an oracle");
        for (mode, manual) in [("algebra", algebra), ("states", states)] {
            let line = format!("walk {ty} --test {flags} --no-tests --mode {mode} --format json");
            let run = tool.answering(project, &line, &"\n".repeat(500)).expect_code(0);
            assert_eq!(counts(&walk_of(&run.stdout))[0], manual, "{ty} {mode}");
        }
    }
}

fn nothing_is_left_to_ask(tool: &Tool, project: &Project) {
    for ty in ["LibraryBook", "BoundedStack", "ReservableBook", "BoundedVector"] {
        let line = format!("walk {ty} --ci --mode states --format json");
        let run = tool.run(project, &line).expect_code(0);
        assert_eq!(counts(&walk_of(&run.stdout))[0], 0, "{ty}");
    }
}

fn walk_of(json: &str) -> Value {
    let report: Value = serde_json::from_str(json).expect("nothing but JSON");
    let walk = report["walk"].clone();
    let number = |key: &str| walk[key].as_u64().expect("a number");
    assert_eq!(number("executed") + number("discarded"), number("total"), "{walk}");
    walk
}

fn counts(walk: &Value) -> [u64; 4] {
    let number = |value: &Value| value.as_u64().expect("a number");
    let oracle = &walk["oracle"];
    [
        number(&oracle["manual"]),
        number(&oracle["predicted"]),
        number(&walk["executed"]),
        number(&walk["discarded"]),
    ]
}
