//! The same results from the same seed, whatever the subject draws from the system.

use gadfly_testkit::Project;

use crate::{fresh, gadfly, report, timeless};

#[test]
fn equal_seeds_give_equal_randomness() {
    let project = fresh("fixture-randomness", Project::of_fixture("randomness"));
    for (command, code) in
        [("check --no-tests --seed 3", 1), ("explore --no-tests --seed 3 --calls 4000", 0)]
    {
        let once = || {
            gadfly().run(&project, command).expect_code(code);
            let mut report = timeless(report("fixture-randomness"));
            report["functions"] = serde_json::Value::Null;
            report
        };
        assert_eq!(once(), once(), "{command}");
    }
}
