//! The key `strengthen` of `report.json`.

use gadfly_mutate::own_tests::{Score, TestedMutant, Verdict};
use serde::{Deserialize, Serialize};

use super::UnknownKeys;

/// Small changes to the crate, and which of them its tests notice.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct StrengthenDetails {
    /// Numbers of changes.
    #[serde(flatten)]
    pub score: Score,
    /// Changes that were written; those that do not compile, or are in code that is not compiled, are not counted in the score.
    pub written: usize,
    /// Changes in code that is not compiled with these features on this system.
    pub configured_out: usize,
    /// Number of times that the compiler was asked.
    pub rounds: usize,
    /// Tests that pass without any change.
    pub own_tests: usize,
    /// Tests that fail in the sandbox without any change, and are left out.
    pub failing_tests: Vec<String>,
    /// True if the results are those of an earlier run on the same sources.
    pub is_cached: bool,
    /// Every change that was tried, with its verdict.
    pub tested: Vec<TestedMutant>,
    /// All other keys.
    #[serde(flatten)]
    pub unknown: UnknownKeys,
}

impl StrengthenDetails {
    /// Changes that are left: those that no test notices.
    pub fn left(&self) -> impl Iterator<Item = &TestedMutant> {
        self.tested.iter().filter(|tested| !matches!(tested.verdict, Verdict::Caught(_)))
    }
}

#[cfg(any(test, feature = "examples"))]
impl StrengthenDetails {
    /// Three changes, of which one is caught and one is never reached.
    pub fn example() -> Self {
        let tested = |file: &str, line, change: &str, function: &str, verdict| TestedMutant {
            mutant: gadfly_mutate::Mutant {
                id: line,
                file: file.to_owned(),
                line: line as usize,
                column: 5,
                operator: gadfly_mutate::Operator::Binary,
                change: change.to_owned(),
                function: function.to_owned(),
            },
            verdict,
        };
        let insert = "rangemap::map::RangeMap::insert";
        let caught = Verdict::Caught("inserts".to_owned());
        let tested = vec![
            tested("src/map.rs", 88, ">= instead of <", insert, caught),
            tested("src/map.rs", 88, "<= instead of <", insert, Verdict::Missed),
            tested("src/lib.rs", 7, "return None at once", "first", Verdict::Unreached),
        ];
        Self {
            score: Score::of(&tested),
            written: 4,
            rounds: 2,
            own_tests: 2,
            tested,
            ..Self::default()
        }
    }
}
