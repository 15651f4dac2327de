//! Settings of a session: plain data, wherever they come from.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use gadfly_build::workspace::Flavour;
use gadfly_wire::Direction;

use super::{ItemFilter, TriagePolicy};

/// Settings of a session, apart from where the crate is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The subject's features.
    pub features: Features,
    /// The end of the search.
    pub budget: SearchBudget,
    /// The time without news after which the search ends.
    pub plateau: Option<Duration>,
    /// Guidance of the search.
    pub direction: Direction,
    /// The start of random choices.
    pub seed: u64,
    /// Items that are used.
    pub filter: ItemFilter,
    /// Processes at once.
    pub jobs: NonZeroUsize,
    /// Classes that the user has given to findings.
    pub triage: TriagePolicy,
    /// The instance of a generic type that a walk asks for.
    pub instance: Option<String>,
    /// The file with functions that build values, as from the crate's manifest.
    pub helpers: Option<PathBuf>,
    /// True if values that a panic has touched stay in use.
    pub keep_going: bool,
    /// The build of the crate.
    pub flavour: Flavour,
    /// True if findings become tests.
    pub tests: bool,
    /// True if the findings of an interrupted run are taken over.
    pub resume: bool,
    /// The use of models of the crate's own tests.
    pub learned: LearnedUse,
    /// True if the crate's code is confined.
    pub sandbox: bool,
    /// True if tests are placed in the crate.
    pub write: bool,
    /// True if failing tests are placed with `#[ignore]`.
    pub ignore_failing: bool,
}

/// The use that a search makes of models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LearnedUse {
    /// None.
    Never,
    /// They are used if they are up to date.
    #[default]
    IfKnown,
    /// They are made unless they are up to date.
    Always,
}

/// Features of the subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Switched on by name.
    pub names: Vec<String>,
    /// All of them.
    pub all: bool,
    /// Without the default ones.
    pub no_default: bool,
}

/// The end of a search: whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchBudget {
    /// After this much wall-clock time.
    pub time: Option<Duration>,
    /// After this many calls.
    pub calls: Option<u64>,
}
