//! The result of a walk: sequences, their outcomes, and verdicts on them.

use std::path::PathBuf;

use gadfly_walk::{DecisionCounts, ProtocolMode, StateMachine, Tally};

use super::RunReport;

/// The result of `cargo gadfly walk`.
pub enum WalkReport {
    /// The types that can be walked.
    Types(Vec<WalkedType>),
    /// A walk.
    Walked(Box<Walked>),
}

/// A type that can be walked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkedType {
    /// The type.
    pub ty: String,
    /// Functions that make values of it.
    pub constructors: usize,
    /// Its methods.
    pub methods: usize,
    /// Methods that distinguish states.
    pub predicates: usize,
}

/// A walk.
pub struct Walked {
    /// The report that every command writes.
    pub report: RunReport,
    /// The type.
    pub ty: String,
    /// The kind of protocols.
    pub mode: ProtocolMode,
    /// The greatest number of calls that were added.
    pub depth: u32,
    /// The counts.
    pub tally: Tally,
    /// The states that were found.
    pub machine: StateMachine,
    /// Names of calls that were never seen to change a value.
    pub pure: Vec<String>,
    /// Calls that change a value they borrow only shared: interior mutability.
    pub hidden_changes: Vec<String>,
    /// True if values cannot be compared, so that changes were derived from receivers.
    pub is_opaque: bool,
    /// Methods that could not be called, with reasons.
    pub left_out: Vec<(String, String)>,
    /// Sequences to show, in order.
    pub shown: Vec<ShownSequence>,
    /// The number of sequences that are not shown.
    pub hidden: u64,
    /// Seconds in the engine.
    pub seconds: f64,
    /// True if it was stopped before its end.
    pub is_cut: bool,
    /// Verdicts, of a walk with `--test`.
    pub testing: Option<Testing>,
    /// The picture of the states.
    pub picture: Option<PathBuf>,
}

/// A sequence and its outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownSequence {
    /// The state it begins in.
    pub state: Option<String>,
    /// The number of calls that were added.
    pub level: u32,
    /// The calls as source.
    pub sentence: Sentence,
    /// The outcome of the last call.
    pub outcome: String,
    /// True for a panic or the like.
    pub is_exceptional: bool,
    /// The place of a panic.
    pub location: Option<String>,
}

/// A sequence as source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// The statements before the last call.
    pub before: Vec<String>,
    /// The last call.
    pub last: String,
}

/// Verdicts on a walk.
#[derive(Clone, Debug, Default)]
pub struct Testing {
    /// The numbers.
    pub counts: DecisionCounts,
    /// Further sequences that were run because the oracle knows them.
    pub remembered: u64,
    /// Outcomes that are wrong.
    pub failed: Vec<ShownSequence>,
    /// Outcomes without a verdict, of a walk with `--ci`.
    pub open: Vec<ShownSequence>,
    /// The oracle's file.
    pub oracle: PathBuf,
    /// The number of outcomes it knows.
    pub known: usize,
    /// Files that were written, for people.
    pub notes: Vec<String>,
}

impl Sentence {
    /// The statements and the last call, a line each.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.before.iter().map(String::as_str).chain([self.last.as_str()])
    }
}
