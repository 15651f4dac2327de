//! States of variables while a sequence of calls is written.

use std::collections::BTreeMap;

use super::graph::{Label, Model, NodeId, find};
use crate::trace::Position;

/// Variables of a sequence. The state of one is the step of its type's model that it took last.
#[derive(Clone, Debug)]
pub struct Variables<'a> {
    /// Sorted by name.
    models: &'a [Model],
    /// Type and state by variable.
    states: BTreeMap<usize, (&'a str, Option<NodeId>)>,
}

/// A variable in a call: its number, its type, its position.
pub type Place<'a> = (usize, &'a str, Position);

impl<'a> Variables<'a> {
    /// No variables yet, whose types have models that are sorted by name: those of [`Learned`](super::Learned), folded or not.
    pub fn new(models: &'a [Model]) -> Self {
        Self { models, states: BTreeMap::new() }
    }

    /// The state of a variable: none if it took no step yet, or its type has no model.
    pub fn state(&self, variable: usize) -> Option<NodeId> {
        self.states.get(&variable)?.1
    }

    /// Returns whether every variable whose model knows its part in a call can take that step now.
    pub fn allow(&self, function: usize, places: &[Place<'a>]) -> bool {
        places.iter().all(|(variable, type_name, position)| {
            let label = Label::Call { function, position: *position };
            find(self.models, type_name).is_none_or(|model| {
                let is_known = model.nodes.iter().any(|node| node.label == label);
                !is_known || model.step(self.state(*variable), label).is_some()
            })
        })
    }

    /// Notes a call. A variable whose model has no such step stays in its state.
    pub fn call(&mut self, function: usize, places: &[Place<'a>]) {
        for (variable, type_name, position) in places {
            let Some(model) = find(self.models, type_name) else { continue };
            let label = Label::Call { function, position: *position };
            let state = self.states.entry(*variable).or_insert((&model.type_name, None));
            if let Some(next) = model.step(state.1, label) {
                state.1 = Some(next);
            }
        }
    }
}
