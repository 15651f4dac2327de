//! What a run found.

use std::path::PathBuf;

use gadfly_wire::{Choices, ExhaustCounts};

/// The result of a run.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ExhaustReport {
    /// The package.
    pub package: String,
    /// Its version.
    pub version: String,
    /// Seconds of the build.
    pub build_seconds: f64,
    /// Seconds of all searches.
    pub search_seconds: f64,
    /// Seconds of proving tests.
    pub confirm_seconds: f64,
    /// Whether the run was stopped from outside.
    pub interrupted: bool,
    /// One entry per function, in order of their paths.
    pub functions: Vec<FunctionReport>,
}

impl ExhaustReport {
    /// Whether any input failed.
    #[must_use]
    pub fn has_findings(&self) -> bool {
        self.functions.iter().any(|function| function.case.is_some())
    }
}

/// The result for one function.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FunctionReport {
    /// Its path.
    pub function: String,
    /// Its file, as the compiler names it.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// Its bounds.
    pub bounds: String,
    /// What was counted.
    pub counts: ExhaustCounts,
    /// Fields that the predicate accepts unread; every value of them makes a structure.
    pub unread: Vec<String>,
    /// Seconds of its search.
    pub seconds: f64,
    /// The smallest failing input.
    pub case: Option<Case>,
    /// Whether the search was ended before it was through.
    pub unfinished: bool,
    /// Why the search could not go on, if it could not: the bounds or the predicate are wrong.
    pub error: Option<String>,
    /// The page with drawings, if there is one.
    pub page: Option<PathBuf>,
}

/// A failing input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Case {
    /// What went wrong.
    pub kind: CaseKind,
    /// The input, readable.
    pub arguments: String,
    /// What went wrong, in a sentence.
    pub message: String,
    /// `file:line` of a panic, if known.
    pub location: String,
    /// The choices that lead to the input.
    pub choices: Choices,
    /// The name of the test.
    pub test_name: String,
    /// A `#[test]` for the module of the function.
    pub test: String,
    /// Its statements.
    pub body: String,
    /// What became of it.
    pub placement: Placement,
    /// The input as a drawing.
    pub svg: String,
    /// How often a fresh process failed in the same way, of three times.
    pub confirmed: u32,
}

/// Kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl Case {
    /// The test's path and file, if it is in the crate.
    pub(crate) fn placed(&self) -> Option<(&str, &std::path::Path)> {
        match &self.placement {
            Placement::Placed { path, test } | Placement::Known { path, test } => {
                Some((test, path))
            }
            _ => None,
        }
    }
}
