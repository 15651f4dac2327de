//! The key `walk` of `report.json`.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{ShownSequence, Testing, UnknownKeys, Walked};

/// The counts of a walk, its states, and the sequences that are shown.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub struct WalkDetails {
    /// The type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The kind of protocols.
    pub mode: String,
    /// The greatest number of calls that were added.
    pub depth: u32,
    /// Sequences that ended normally.
    pub normal: u64,
    /// Sequences that ended with a panic or the like.
    pub exceptional: u64,
    /// Sequences that were run.
    pub executed: u64,
    /// Sequences that were not run because of their prefixes.
    pub discarded: u64,
    /// Those of them with a prefix that failed.
    pub discarded_failed: u64,
    /// Those with a prefix that changed nothing.
    pub discarded_unchanged: u64,
    /// Those with a prefix that led where another had led.
    pub discarded_merged: u64,
    /// Sequences that could not be made.
    pub refused: u64,
    /// All sequences.
    pub total: u64,
    /// Results predicted from signatures.
    pub void: u64,
    /// Seconds in the engine.
    pub seconds: f64,
    /// True if the walk reached its end.
    pub complete: bool,
    /// States that the type's predicates distinguish.
    pub states: Vec<WalkedState>,
    /// Calls that lead from state to state.
    pub transitions: Vec<WalkedTransition>,
    /// Doubts about the states.
    pub state_warnings: Vec<String>,
    /// The file with the picture of the states.
    pub picture: Option<PathBuf>,
    /// Calls that were never seen to change a value.
    pub pure: Vec<String>,
    /// Calls that change a value through a shared borrow.
    pub hidden_changes: Vec<String>,
    /// Methods that could not be called.
    pub left_out: Vec<LeftOutItem>,
    /// Sequences that are shown.
    pub sequences: Vec<WalkedSequence>,
    /// The number of sequences that are not shown.
    pub sequences_not_shown: u64,
    /// Verdicts, of a walk with `--test`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oracle: Option<OracleDetails>,
    /// All other keys.
    #[serde(flatten)]
    pub unknown: UnknownKeys,
}

/// A state that the type's predicates distinguish.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct WalkedState {
    /// Its name.
    pub name: String,
    /// The number of calls that reach it.
    pub calls: usize,
}

/// A call that leads from one state to another.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct WalkedTransition {
    /// The name of the state before.
    pub from: String,
    /// The call.
    pub call: String,
    /// The name of the state after, if the value survives the call.
    pub to: Option<String>,
}

/// A method that could not be called.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct LeftOutItem {
    /// Its path.
    pub item: String,
    /// The reason.
    pub reason: String,
}

/// A sequence and its outcome.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct WalkedSequence {
    /// The name of the state it begins in.
    pub state: Option<String>,
    /// The number of calls that were added.
    pub length: u32,
    /// Its statements.
    pub source: String,
    /// The outcome of its last call.
    pub outcome: String,
    /// True for a panic or the like.
    pub exceptional: bool,
    /// The place of a panic.
    pub location: Option<String>,
}

/// Verdicts of the oracle and of a person.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub struct OracleDetails {
    /// The oracle's file.
    pub file: PathBuf,
    /// Outcomes that it knows.
    pub outcomes: usize,
    /// Verdicts given by a person.
    pub manual: u64,
    /// Verdicts predicted by the oracle.
    pub predicted: u64,
    /// Outcomes that the oracle accepted.
    pub passed_automatically: u64,
    /// Outcomes that the oracle rejected.
    pub failed_automatically: u64,
    /// Outcomes that a person accepted.
    pub passed_manually: u64,
    /// Outcomes that a person rejected.
    pub failed_manually: u64,
    /// Outcomes like one that was accepted for all.
    pub passed_alike: u64,
    /// Outcomes without a verdict.
    pub open: u64,
    /// Outcomes that differ from run to run.
    pub unstable: u64,
    /// Further sequences that were run because the oracle knows them.
    pub remembered: u64,
    /// Sequences with a wrong outcome.
    pub failed: Vec<WalkedSequence>,
    /// Sequences without a verdict.
    pub unjudged: Vec<WalkedSequence>,
    /// Files that were written.
    pub notes: Vec<String>,
}

impl WalkDetails {
    /// The details of a walk.
    pub fn of(walked: &Walked) -> Self {
        let tally = &walked.tally;
        let machine = &walked.machine;
        let name = |index: usize| machine.states[index].name.clone();
        let state = |state: &gadfly_walk::State| WalkedState {
            name: state.name.clone(),
            calls: state.calls.len(),
        };
        let transition = |step: &gadfly_walk::StateStep| WalkedTransition {
            from: name(step.from),
            call: step.call.clone(),
            to: step.to.map(name),
        };
        let left_out = |(item, reason): &(String, String)| LeftOutItem {
            item: item.clone(),
            reason: reason.clone(),
        };
        Self {
            ty: walked.ty.clone(),
            mode: walked.mode.name().to_owned(),
            depth: walked.depth,
            normal: tally.normal,
            exceptional: tally.exceptional,
            executed: tally.executed(),
            discarded: tally.discarded(),
            discarded_failed: tally.failed_prefix,
            discarded_unchanged: tally.unchanged_prefix,
            discarded_merged: tally.merged_prefix,
            refused: tally.refused,
            total: tally.total(),
            void: tally.units,
            seconds: walked.seconds,
            complete: !walked.is_cut,
            states: machine.states.iter().map(state).collect(),
            transitions: machine.steps.iter().map(transition).collect(),
            state_warnings: machine.warnings().iter().map(gadfly_walk::Warning::text).collect(),
            picture: walked.picture.clone(),
            pure: walked.pure.clone(),
            hidden_changes: walked.hidden_changes.clone(),
            left_out: walked.left_out.iter().map(left_out).collect(),
            sequences: walked.shown.iter().map(WalkedSequence::of).collect(),
            sequences_not_shown: walked.hidden,
            oracle: walked.testing.as_ref().map(OracleDetails::of),
            unknown: UnknownKeys::new(),
        }
    }
}

impl OracleDetails {
    fn of(testing: &Testing) -> Self {
        let counts = testing.counts;
        Self {
            file: testing.oracle.clone(),
            outcomes: testing.known,
            manual: counts.manual(),
            predicted: counts.predicted(),
            passed_automatically: counts.passed_automatically,
            failed_automatically: counts.failed_automatically,
            passed_manually: counts.passed_manually,
            failed_manually: counts.failed_manually,
            passed_alike: counts.passed_alike,
            open: counts.open,
            unstable: counts.unstable,
            remembered: testing.remembered,
            failed: testing.failed.iter().map(WalkedSequence::of).collect(),
            unjudged: testing.open.iter().map(WalkedSequence::of).collect(),
            notes: testing.notes.clone(),
        }
    }
}

impl WalkedSequence {
    fn of(shown: &ShownSequence) -> Self {
        Self {
            state: shown.state.clone(),
            length: shown.level,
            source: shown.sentence.lines().collect::<Vec<&str>>().join("\n"),
            outcome: shown.outcome.clone(),
            exceptional: shown.is_exceptional,
            location: shown.location.clone(),
        }
    }
}
