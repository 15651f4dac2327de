//! The result of a walk: sequences, their outcomes, and verdicts on them.

use std::path::PathBuf;

use gadfly_walk::{DecisionCounts, ProtocolMode, StateMachine, Tally};

use super::RunReport;

/// The result of `cargo gadfly walk`.
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
    /// Functions that make values of it.
    pub(crate) constructors: usize,
    /// Its methods.
    pub(crate) methods: usize,
    /// Methods that distinguish states.
    pub(crate) predicates: usize,
}

/// A walk.
pub(crate) struct Walked {
    /// The report that every command writes.
    pub(crate) report: RunReport,
    /// The type.
    pub(crate) ty: String,
    /// The kind of protocols.
    pub(crate) mode: ProtocolMode,
    /// The greatest number of calls that were added.
    pub(crate) depth: u32,
    /// The counts.
    pub(crate) tally: Tally,
    /// The states that were found.
    pub(crate) machine: StateMachine,
    /// Names of calls that were never seen to change a value.
    pub(crate) pure: Vec<String>,
    /// Calls that change a value they borrow only shared: interior mutability.
    pub(crate) hidden_changes: Vec<String>,
    /// True if values cannot be compared, so that changes were derived from receivers.
    pub(crate) is_opaque: bool,
    /// Methods that could not be called, with reasons.
    pub(crate) left_out: Vec<(String, String)>,
    /// Sequences to show, in order.
    pub(crate) shown: Vec<ShownSequence>,
    /// The number of sequences that are not shown.
    pub(crate) hidden: u64,
    /// Seconds in the engine.
    pub(crate) seconds: f64,
    /// True if it was stopped before its end.
    pub(crate) is_cut: bool,
    /// Verdicts, of a walk with `--test`.
    pub(crate) testing: Option<Testing>,
    /// The picture of the states.
    pub(crate) picture: Option<PathBuf>,
}

/// A sequence and its outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShownSequence {
    /// The state it begins in.
    pub(crate) state: Option<String>,
    /// The number of calls that were added.
    pub(crate) level: u32,
    /// The calls as source.
    pub(crate) sentence: Sentence,
    /// The outcome of the last call.
    pub(crate) outcome: String,
    /// True for a panic or the like.
    pub(crate) is_exceptional: bool,
    /// The place of a panic.
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

/// Verdicts on a walk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Testing {
    /// The numbers.
    pub(crate) counts: DecisionCounts,
    /// Further sequences that were run because the oracle knows them.
    pub(crate) remembered: u64,
    /// Outcomes that are wrong.
    pub(crate) failed: Vec<ShownSequence>,
    /// Outcomes without a verdict, of a walk with `--ci`.
    pub(crate) open: Vec<ShownSequence>,
    /// The oracle's file.
    pub(crate) oracle: PathBuf,
    /// The number of outcomes it knows.
    pub(crate) known: usize,
    /// Files that were written, for people.
    pub(crate) notes: Vec<String>,
}

impl Sentence {
    /// The statements and the last call, a line each.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.before.iter().map(String::as_str).chain([self.last.as_str()])
    }
}
