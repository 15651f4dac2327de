//! Classes and kinds of findings, as reports have them.

use serde::{Deserialize, Serialize};

/// How a finding shows.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The process dies.
    Crash,
    /// A panic.
    Panic,
    /// A law of a trait or a naming convention does not hold.
    Law,
    /// A property that a person wrote does not hold.
    Property,
    /// A pre- or postcondition or invariant that a person wrote does not hold, or a call leaves its process changed.
    Contract,
    /// A call does not come back.
    Hang,
    /// A call asks for more memory than there is.
    Oom,
}

/// Who looks responsible for a finding.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// The crate under test.
    Bug,
    /// No one: the documentation announces it.
    Documented,
    /// The caller: an argument was checked and refused.
    Precondition,
    /// No one: unrealistic sizes, or changes of the process that may be intended.
    Resource,
}

impl Class {
    /// All of them, in the order of reports.
    pub const ALL: [Class; 4] =
        [Class::Bug, Class::Documented, Class::Precondition, Class::Resource];

    /// Its name in reports and settings.
    pub fn name(self) -> &'static str {
        match self {
            Class::Bug => "bug",
            Class::Documented => "documented",
            Class::Precondition => "precondition",
            Class::Resource => "resource",
        }
    }
}
