//! Questions to a person about outcomes of a walk.

use gadfly_walk::{Answer, StateMachine, StepKind, Walk};

use crate::report::ShownSequence;

/// A person who judges outcomes.
pub trait Reviewer {
    /// Shows one outcome and waits for an answer.
    fn review(&mut self, review: &Review<'_>) -> Answer;

    /// Returns whether there are answers at all.
    fn answers(&self) -> bool {
        true
    }
}

/// One outcome to judge.
pub struct Review<'c> {
    /// The walk it comes from.
    pub walk: &'c Walk,
    /// The states of the type.
    pub machine: &'c StateMachine,
    /// The sequence, by index.
    pub step: usize,
    /// The sequence as source.
    pub shown: &'c ShownSequence,
    /// The number of this question, of those that are open at this length.
    pub number: usize,
    /// The number of questions that were open.
    pub of: usize,
    /// Outcomes that were accepted before.
    pub before: Vec<&'c str>,
    /// The number of answers so far.
    pub answered: u64,
}

impl Review<'_> {
    /// The kind of outcomes that an answer for all is about.
    pub fn kind(&self) -> StepKind {
        let step = &self.walk.steps[self.step];
        StepKind::of(&self.walk.calls[step.call].name, &step.outcome)
    }

    /// The position in the walk, as a heading.
    pub fn heading(&self) -> String {
        let state = self.shown.state.as_ref().map(|state| format!(" from {state}"));
        format!(
            "{}, length {}{} · {} answered · {}/{} to confirm",
            self.walk.mode.name(),
            self.shown.level,
            state.unwrap_or_default(),
            self.answered,
            self.number,
            self.of,
        )
    }
}
