//! What a walk hands over: which sequences ran, what became of them, and what was said about that.

use std::path::PathBuf;

use gadfly_walk::{Counts, Machine, Mode, Tally};

use super::RunReport;

/// What comes back of `cargo gadfly walk`.
pub(crate) enum WalkReport {
    /// The types that can be walked.
    Types(Vec<WalkedType>),
    /// A walk.
    Walked(Box<Walked>),
}

/// A type that can be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WalkedType {
    /// The type.
    pub(crate) ty: String,
    /// How many functions make values of it.
    pub(crate) constructors: usize,
    /// How many methods it has.
    pub(crate) methods: usize,
    /// How many of them tell states apart.
    pub(crate) predicates: usize,
}

/// A walk.
pub(crate) struct Walked {
    /// The report that every command writes.
    pub(crate) report: RunReport,
    /// The type.
    pub(crate) ty: String,
    /// Which protocols.
    pub(crate) mode: Mode,
    /// How many calls were added at most.
    pub(crate) depth: u32,
    /// The counts.
    pub(crate) tally: Tally,
    /// The states that were found.
    pub(crate) machine: Machine,
    /// Calls by name that only look, as far as was seen.
    pub(crate) pure: Vec<String>,
    /// Calls that change a value they borrow only shared: interior mutability.
    pub(crate) hidden_changes: Vec<String>,
    /// Whether values cannot be told apart, so that receivers had to be trusted.
    pub(crate) is_opaque: bool,
    /// What could not be called, and why.
    pub(crate) left_out: Vec<(String, String)>,
    /// Sequences to show, in order.
    pub(crate) shown: Vec<Shown>,
    /// How many there are that are not shown.
    pub(crate) hidden: u64,
    /// How long the engine took.
    pub(crate) seconds: f64,
    /// Whether it was stopped before its end.
    pub(crate) is_cut: bool,
    /// What was said, if somebody was asked to.
    pub(crate) testing: Option<Testing>,
    /// The picture of the states.
    pub(crate) picture: Option<PathBuf>,
}

/// A sequence and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The state it begins in.
    pub(crate) state: Option<String>,
    /// How many calls were added.
    pub(crate) level: u32,
    /// The calls as source.
    pub(crate) sentence: Sentence,
    /// What became of the last.
    pub(crate) outcome: String,
    /// Whether that is a panic or the like.
    pub(crate) is_exceptional: bool,
    /// Where a panic was raised.
    pub(crate) location: Option<String>,
}

/// A sequence as source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sentence {
    /// The statements before the last call.
    pub(crate) before: Vec<String>,
    /// The last call.
    pub(crate) last: String,
}

/// What was said of a walk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Testing {
    /// The numbers.
    pub(crate) counts: Counts,
    /// Sequences that the walk did not come to, and that were run because the oracle knows them.
    pub(crate) remembered: u64,
    /// Outcomes that are wrong.
    pub(crate) failed: Vec<Shown>,
    /// Outcomes that nobody has judged, where nobody was to be asked.
    pub(crate) open: Vec<Shown>,
    /// The oracle's file.
    pub(crate) oracle: PathBuf,
    /// How many outcomes it knows.
    pub(crate) known: usize,
    /// For people: what was written.
    pub(crate) notes: Vec<String>,
}

impl Sentence {
    /// The statements and the last call, a line each.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.before.iter().map(String::as_str).chain([self.last.as_str()])
    }
}
