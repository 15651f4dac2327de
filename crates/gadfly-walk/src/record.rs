//! A walk as it was run: calls, beginnings, and a tree of sequences.

use std::sync::Arc;

use crate::{Outcome, ProtocolMode};

/// The effect of a call on the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Makes it.
    Construct,
    /// Looks at it: `&self`.
    Observe,
    /// May change it and returns something: `&mut self` with a result.
    Mutate,
    /// Changes it and returns nothing: `&mut self` without a result.
    Procedure,
    /// Uses it up: `self`.
    Consume,
    /// Uses it up and yields another: `self` to `Self`.
    Replace,
}

/// A constructor or a method.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its name, without that of the type.
    pub name: String,
    /// Its effect on the value.
    pub role: Role,
    /// The sources of its arguments, in order, the value itself left out.
    pub args: Vec<usize>,
}

/// The beginning of sequences.
#[derive(Clone, Debug)]
pub struct Start {
    /// The state it leads to, in a walk from states.
    pub state: Option<String>,
    /// The calls: a constructor, and perhaps methods.
    pub calls: Vec<usize>,
}

/// One sequence, described by its last call.
#[derive(Clone, Debug)]
pub struct Step {
    /// The sequence it extends; none for a beginning.
    pub parent: Option<usize>,
    /// The beginning it comes from.
    pub start: usize,
    /// The last call.
    pub call: usize,
    /// The number of calls added to the beginning.
    pub level: u32,
    /// The outcome of the last call. Walks have millions of sequences and few different outcomes.
    pub outcome: Arc<Outcome>,
    /// The location of a panic, as `src/lib.rs:12`.
    pub location: Option<Arc<str>>,
    /// `true` if the last call changed the value, as far as can be seen.
    pub changed: bool,
    /// `true` if the value was reached before, and the sequence is not extended because of that.
    pub merged: bool,
}

/// A walk as it was run. Sequences come in the order in which they ran: level by level.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Which sequences were run.
    pub mode: ProtocolMode,
    /// The largest number of calls added.
    pub depth: u32,
    /// Constructors and methods.
    pub calls: Vec<Call>,
    /// The methods that were added, by index.
    pub methods: Vec<usize>,
    /// The beginnings of sequences.
    pub starts: Vec<Start>,
    /// The sequences.
    pub steps: Vec<Step>,
}

impl Walk {
    /// All calls of a sequence.
    pub fn calls_of(&self, step: usize) -> Vec<usize> {
        let mut calls = Vec::new();
        let mut at = step;
        loop {
            let step = &self.steps[at];
            match step.parent {
                Some(parent) => {
                    calls.push(step.call);
                    at = parent;
                }
                None => {
                    calls.extend(self.starts[step.start].calls.iter().rev());
                    break;
                }
            }
        }
        calls.reverse();
        calls
    }

    /// The order in which sequences are looked at: from each beginning by itself where they are states.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.steps.len()).collect();
        if self.mode == ProtocolMode::States {
            order.sort_by_key(|step| (self.steps[*step].start, self.steps[*step].level));
        }
        order
    }

    /// Which calls never changed the value.
    pub fn purity(&self) -> Purity {
        let mut is_pure: Vec<bool> = self
            .calls
            .iter()
            .map(|call| matches!(call.role, Role::Observe | Role::Mutate))
            .collect();
        for step in &self.steps {
            if step.outcome.is_normal() && step.changed {
                is_pure[step.call] = false;
            }
        }
        Purity { is_pure }
    }
}

/// Which calls never changed the value, in everything that was run.
#[derive(Clone, Debug)]
pub struct Purity {
    is_pure: Vec<bool>,
}

impl Purity {
    /// The same without calls that are known to change the value, although nothing in this walk shows it.
    #[must_use]
    pub fn without(mut self, changing: impl IntoIterator<Item = usize>) -> Purity {
        for call in changing {
            if let Some(is_pure) = self.is_pure.get_mut(call) {
                *is_pure = false;
            }
        }
        self
    }

    /// Returns whether a call returns something and never changed the value.
    pub fn is_pure(&self, call: usize) -> bool {
        self.is_pure.get(call).copied().unwrap_or(false)
    }

    /// The calls of a sequence without pure ones before its last.
    pub fn reduced(&self, calls: &[usize]) -> Vec<usize> {
        let last = calls.len().saturating_sub(1);
        let kept = |(at, call): &(usize, &usize)| *at == last || !self.is_pure(**call);
        calls.iter().enumerate().filter(kept).map(|(at, _)| at).collect()
    }
}
