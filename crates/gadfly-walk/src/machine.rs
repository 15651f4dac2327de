//! The states of a type: what its predicates say, and which calls lead from one to another.

use std::collections::BTreeMap;

/// A state that was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The values of the predicates, the first in the lowest bit.
    pub bits: u64,
    /// Its name.
    pub name: String,
    /// A shortest sequence of calls that leads to it.
    pub calls: Vec<usize>,
}

/// A call that leads from one state to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StateStep {
    /// The state before, by index.
    pub from: usize,
    /// The call's name.
    pub call: String,
    /// The state after; none if the call panicked.
    pub to: Option<usize>,
}

/// A peculiarity of the states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A predicate was never true.
    NeverReached(String),
    /// A predicate was never false.
    NeverLeft(String),
}

impl Warning {
    /// In words.
    pub fn text(&self) -> String {
        match self {
            Warning::NeverReached(name) => {
                format!("state {name} was never reached: its predicate never held")
            }
            Warning::NeverLeft(name) => {
                format!("state {name} was never left: its predicate always held")
            }
        }
    }
}

/// The states of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateMachine {
    predicates: Vec<String>,
    /// The states, in the order in which they were found.
    pub states: Vec<State>,
    /// The steps between them, in order.
    pub steps: Vec<StateStep>,
}

impl StateMachine {
    /// A machine with these predicates, and no states yet.
    pub fn new(predicates: Vec<String>) -> StateMachine {
        StateMachine { predicates, ..StateMachine::default() }
    }

    /// Notes a state, unless it is known by a way that is no longer.
    pub fn found(&mut self, bits: u64, calls: Vec<usize>) {
        match self.states.iter_mut().find(|state| state.bits == bits) {
            Some(known) if known.calls.len() <= calls.len() => {}
            Some(known) => known.calls = calls,
            None => {
                let name = self.name_of(bits);
                self.states.push(State { bits, name, calls });
            }
        }
    }

    /// Notes a step between states that are known.
    pub fn step(&mut self, from: u64, call: &str, to: Option<u64>) {
        let index = |bits: u64| self.states.iter().position(|state| state.bits == bits);
        let Some(from) = index(from) else { return };
        let to = match to {
            None => None,
            Some(bits) => match index(bits) {
                None => return,
                found => found,
            },
        };
        let step = StateStep { from, call: call.to_owned(), to };
        if let Err(at) = self.steps.binary_search(&step) {
            self.steps.insert(at, step);
        }
    }

    /// The name of a state.
    pub fn name_of(&self, bits: u64) -> String {
        let names: Vec<String> = self
            .predicates
            .iter()
            .enumerate()
            .filter(|(bit, _)| bits >> bit & 1 == 1)
            .map(|(_, predicate)| state_name(predicate))
            .collect();
        if names.is_empty() { "Default".to_owned() } else { names.join("&") }
    }

    /// Peculiarities: a predicate should have been both true and false.
    pub fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for (bit, predicate) in self.predicates.iter().enumerate() {
            let held = self.states.iter().filter(|state| state.bits >> bit & 1 == 1).count();
            let name = state_name(predicate);
            if held == 0 {
                warnings.push(Warning::NeverReached(name));
            } else if held == self.states.len() {
                warnings.push(Warning::NeverLeft(name));
            }
        }
        warnings
    }

    /// Steps from one state to another under one heading: the calls that make them.
    pub fn arrows(&self) -> BTreeMap<(usize, Option<usize>), Vec<&str>> {
        let mut arrows: BTreeMap<(usize, Option<usize>), Vec<&str>> = BTreeMap::new();
        for step in &self.steps {
            arrows.entry((step.from, step.to)).or_default().push(&step.call);
        }
        arrows
    }
}

/// The name of the state in which a predicate holds: `is_on_loan` as `OnLoan`.
pub fn state_name(predicate: &str) -> String {
    let stem = ["is_", "has_", "was_", "are_"]
        .iter()
        .find_map(|prefix| predicate.strip_prefix(prefix))
        .unwrap_or(predicate);
    let mut name = String::new();
    for word in stem.split('_').filter(|word| !word.is_empty()) {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack() -> StateMachine {
        let mut machine = StateMachine::new(vec!["is_empty".to_owned(), "is_full".to_owned()]);
        machine.found(1, vec![0]);
        machine.found(0, vec![0, 1]);
        machine.found(2, vec![0, 1, 1]);
        machine
    }

    #[test]
    fn states_are_named_after_the_predicates_that_hold() {
        let names: Vec<String> = stack().states.into_iter().map(|state| state.name).collect();
        assert_eq!(names, ["Empty", "Default", "Full"]);
        assert_eq!(state_name("is_on_loan"), "OnLoan");
        let book = StateMachine::new(vec!["is_on_loan".to_owned(), "is_reserved".to_owned()]);
        assert_eq!(book.name_of(3), "OnLoan&Reserved");
    }

    #[test]
    fn constant_predicates_are_reported() {
        assert_eq!(stack().warnings(), []);
        let mut machine = StateMachine::new(vec!["is_empty".to_owned(), "is_full".to_owned()]);
        machine.found(1, vec![0]);
        let warnings = machine.warnings();
        assert_eq!(
            warnings,
            [Warning::NeverLeft("Empty".to_owned()), Warning::NeverReached("Full".to_owned())]
        );
        assert!(warnings[0].text().contains("Empty was never left"));
    }

    #[test]
    fn the_shortest_way_to_a_state_wins() {
        let mut machine = stack();
        machine.found(0, vec![0, 1, 1, 1]);
        assert_eq!(machine.states[1].calls, [0, 1]);
        machine.found(2, vec![0, 9]);
        assert_eq!(machine.states[2].calls, [0, 9]);
    }

    #[test]
    fn steps_are_kept_once_and_in_order() {
        let mut machine = stack();
        machine.step(1, "push", Some(0));
        machine.step(1, "pop", None);
        machine.step(1, "push", Some(0));
        machine.step(7, "push", Some(0));
        assert_eq!(machine.steps.len(), 2);
        let arrows = machine.arrows();
        assert_eq!(arrows[&(0, None)], ["pop"]);
        assert_eq!(arrows[&(0, Some(1))], ["push"]);
    }
}
