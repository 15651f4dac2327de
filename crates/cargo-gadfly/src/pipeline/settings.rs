//! Settings of a session: plain data, wherever they come from.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use gadfly_build::workspace::Flavour;
use gadfly_wire::Direction;

use super::{ItemFilter, TriagePolicy};

/// Settings of a session, apart from where the crate is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The subject's features.
    pub(crate) features: Features,
    /// The end of the search.
    pub(crate) budget: SearchBudget,
    /// The time without news after which the search ends.
    pub(crate) plateau: Option<Duration>,
    /// Guidance of the search.
    pub(crate) direction: Direction,
    /// The start of random choices.
    pub(crate) seed: u64,
    /// Items that are used.
    pub(crate) filter: ItemFilter,
    /// Processes at once.
    pub(crate) jobs: NonZeroUsize,
    /// Classes that the user has given to findings.
    pub(crate) triage: TriagePolicy,
    /// The instance of a generic type that a walk asks for.
    pub(crate) instance: Option<String>,
    /// The file with functions that build values, as from the crate's manifest.
    pub(crate) helpers: Option<PathBuf>,
    /// True if values that a panic has touched stay in use.
    pub(crate) keep_going: bool,
    /// The build of the crate.
    pub(crate) flavour: Flavour,
    /// True if findings become tests.
    pub(crate) tests: bool,
    /// True if the findings of an interrupted run are taken over.
    pub(crate) resume: bool,
    /// True if the crate's code is confined.
    pub(crate) sandbox: bool,
    /// True if tests are placed in the crate.
    pub(crate) write: bool,
    /// True if failing tests are placed with `#[ignore]`.
    pub(crate) ignore_failing: bool,
}

/// Features of the subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Features {
    /// Switched on by name.
    pub(crate) names: Vec<String>,
    /// All of them.
    pub(crate) all: bool,
    /// Without the default ones.
    pub(crate) no_default: bool,
}

/// The end of a search: whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SearchBudget {
    /// After this much wall-clock time.
    pub(crate) time: Option<Duration>,
    /// After this many calls.
    pub(crate) calls: Option<u64>,
}
