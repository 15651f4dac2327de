//! A failing input of an exhaustive search, with its test: for the summary, not for `report.json`.

use std::path::{Path, PathBuf};

/// A failing input.
#[derive(Clone, Debug, PartialEq)]
pub struct FailingCase {
    /// The kind of failure.
    pub kind: CaseKind,
    /// The input as text.
    pub arguments: String,
    /// The failure, in a sentence.
    pub message: String,
    /// `file:line` of a panic, if known.
    pub location: String,
    /// The name of the test.
    pub test_name: String,
    /// A `#[test]` for the module of the function.
    pub test: String,
    /// The statements of the test.
    pub body: String,
    /// The fate of the test.
    pub placement: Placement,
    /// The input as a drawing.
    pub svg: String,
    /// The number of fresh processes that failed in the same way, of [`FailingCase::REPEATS`].
    pub confirmed: u32,
}

/// Kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseKind {
    /// The function panicked.
    Panic,
    /// A condition was violated.
    Contract,
    /// The process died.
    Crash,
    /// The function did not end.
    Hang,
}

/// The fate of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Nothing was tried: the failure could not be repeated, or the run was stopped.
    NotTried,
    /// It is proven and was placed.
    Placed {
        /// The file.
        path: PathBuf,
        /// The test's path in the program.
        test: String,
    },
    /// It is proven, and had been placed by an earlier run.
    Known {
        /// The file.
        path: PathBuf,
        /// The test's path in the program.
        test: String,
    },
    /// It could not be compiled.
    DoesNotCompile,
    /// It does not fail as the search did.
    Passes,
    /// It stays out of the crate, for this reason.
    Refused(String),
}

impl FailingCase {
    /// The number of times that a failure is repeated.
    pub const REPEATS: u32 = 3;

    /// A panic of `insert`, proven and placed.
    #[cfg(any(test, feature = "examples"))]
    pub fn example() -> Self {
        Self {
            kind: CaseKind::Panic,
            arguments: "tree = Tree { size: 1 }, key = 1".to_owned(),
            message: "panics: no".to_owned(),
            location: "src/lib.rs:79".to_owned(),
            test_name: "insert_1".to_owned(),
            test: "/// It fails.\n#[test]\nfn insert_1() {\n    insert(1);\n}\n".to_owned(),
            body: "insert(1);".to_owned(),
            placement: Placement::Placed {
                path: "/crate/tests/gadfly_failures/insert.rs".into(),
                test: "gadfly_failures_insert::insert_1".to_owned(),
            },
            svg: String::new(),
            confirmed: 3,
        }
    }

    /// The test's path and file, if it is in the crate.
    pub fn placed(&self) -> Option<(&str, &Path)> {
        match &self.placement {
            Placement::Placed { path, test } | Placement::Known { path, test } => {
                Some((test, path))
            }
            _ => None,
        }
    }
}
