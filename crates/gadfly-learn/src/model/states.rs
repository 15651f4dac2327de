//! States of variables while a sequence of calls is written.

use std::collections::BTreeMap;

use super::graph::{Label, NodeId};
use super::learned::Learned;
use crate::trace::Position;

/// Variables of a sequence. The state of one is the step of its type's model that it took last.
#[derive(Clone, Debug)]
pub struct Variables<'a> {
    learned: &'a Learned,
    /// Type and state by variable.
    states: BTreeMap<usize, (&'a str, Option<NodeId>)>,
}

/// A variable in a call: its number, its type, its position.
pub type Place<'a> = (usize, &'a str, Position);

impl<'a> Variables<'a> {
    /// No variables.
    pub fn new(learned: &'a Learned) -> Self {
        Self { learned, states: BTreeMap::new() }
    }

    /// The state of a variable: none if it took no step yet, or its type has no model.
    pub fn state(&self, variable: usize) -> Option<NodeId> {
        self.states.get(&variable)?.1
    }

    /// Returns whether every variable whose model knows its part in a call can take that step now.
    pub fn allow(&self, function: usize, places: &[Place<'a>]) -> bool {
        places.iter().all(|(variable, type_name, position)| {
            let label = Label::Call { function, position: *position };
            self.learned.model(type_name).is_none_or(|model| {
                let is_known = model.nodes.iter().any(|node| node.label == label);
                !is_known || model.step(self.state(*variable), label).is_some()
            })
        })
    }

    /// Notes a call. A variable whose model has no such step stays in its state.
    pub fn call(&mut self, function: usize, places: &[Place<'a>]) {
        for (variable, type_name, position) in places {
            let Some(model) = self.learned.model(type_name) else { continue };
            let label = Label::Call { function, position: *position };
            let state = self.states.entry(*variable).or_insert((&model.type_name, None));
            if let Some(next) = model.step(state.1, label) {
                state.1 = Some(next);
            }
        }
    }
}
