//! Runs the calls of one protocol: makes the arguments, calls, and keeps track of which variable is the value.
//!
//! Arguments depend on their place alone: every sequence asks its sources from their beginning.

use super::show::{show, ShownText};
use crate::machine::Machine;
use crate::run::borrow::CallArg;
use crate::run::failure::SequenceFailure;
use crate::run::observer::Fingerprint;
use crate::run::outcome::CallOutcome;
use gadfly_wire::{Access, During, Growth, Role, WalkCall, WalkOrder, WalkOutcome};
use std::rc::Rc;

/// Arguments are made of arguments at most so deep.
const DEEPEST: u32 = 12;
/// The most arguments that an operation has.
const MOST_ARGUMENTS: usize = 12;

/// Runs calls, one after the other.
pub(super) struct Runner {
    /// The order to run.
    pub(super) order: Rc<WalkOrder>,
    requests: Vec<u32>,
    target: Option<u32>,
}

/// The result of the last call of a sequence.
pub(super) struct LastCall {
    /// Its outcome.
    pub(super) outcome: WalkOutcome,
    /// True if it changed the value, as far as can be seen.
    pub(super) changed: bool,
    /// A number for the value afterwards, if it has a fingerprint.
    pub(super) state: u64,
    /// True if there is a value to go on with.
    pub(super) lives: bool,
}

/// The result of a call that is not observed.
enum Called {
    Returned(u32),
    Nothing,
    Panicked,
    Refused,
}

impl Runner {
    /// Runs what is ordered, if that fits the table.
    pub(super) fn new(order: WalkOrder) -> Self {
        let requests = vec![0; order.sources.len()];
        Self { order: Rc::new(order), requests, target: None }
    }

    /// Starts a sequence.
    pub(super) fn begin(&mut self, machine: &mut Machine<'_>) {
        machine.begin();
        self.requests.fill(0);
        self.target = None;
    }

    /// Makes calls that are known to end normally. False if they do not, this time.
    pub(super) fn prefix(&mut self, machine: &mut Machine<'_>, calls: &[u32]) -> bool {
        calls.iter().all(|call| self.pass(machine, *call))
    }

    fn pass(&mut self, machine: &mut Machine<'_>, index: u32) -> bool {
        let Called::Returned(var) = self.call(machine, index) else { return false };
        self.settle(machine, index, var)
    }

    /// Makes the last call, and looks at what it does.
    pub(super) fn last(&mut self, machine: &mut Machine<'_>, index: u32) -> LastCall {
        let Some(role) = self.order.calls.get(index as usize).map(|call| call.role) else {
            return refused();
        };
        let compares = matches!(role, Role::Observe | Role::Mutate);
        let before = match self.target {
            Some(target) if compares => machine.fingerprint(target),
            _ => Fingerprint::Opaque,
        };
        if before == Fingerprint::Panicked {
            return ended(panicked(machine));
        }
        let var = match self.call(machine, index) {
            Called::Returned(var) => var,
            Called::Panicked => return ended(panicked(machine)),
            Called::Nothing | Called::Refused => return refused(),
        };
        let text = match show(machine, var) {
            ShownText::Text(text) => Some(text),
            ShownText::Opaque => None,
            ShownText::Panicked => return ended(panicked(machine)),
        };
        if !self.settle(machine, index, var) {
            return match machine.take_failure() {
                Some(failure) => ended(outcome_of(machine, failure)),
                None => ended(WalkOutcome::Failed(text.unwrap_or_default())),
            };
        }
        let call = &self.order.calls[index as usize];
        let is_error = call.can_fail && text.as_ref().is_some_and(|text| text.starts_with("Err("));
        // The effect of a procedure matters only where values are compared.
        let is_asked = compares || self.order.merge || self.order.growth == Growth::States;
        let after = match self.target {
            Some(target) if is_asked => machine.fingerprint(target),
            _ => Fingerprint::Opaque,
        };
        if after == Fingerprint::Panicked {
            return ended(panicked(machine));
        }
        let changed = match (role, before, after) {
            (Role::Observe, Fingerprint::Value(before), Fingerprint::Value(after))
            | (Role::Mutate, Fingerprint::Value(before), Fingerprint::Value(after)) => {
                before != after
            }
            (Role::Observe, ..) => false,
            _ => true,
        };
        let state = match after {
            Fingerprint::Value(state) => state,
            _ => 0,
        };
        if is_error && self.order.errors_end {
            return ended(WalkOutcome::Failed(text.unwrap_or_default()));
        }
        let lives = self.target.is_some();
        LastCall { outcome: WalkOutcome::Returned(text), changed, state, lives }
    }

    /// Ends a sequence; what its drops do wrong takes the place of what was seen before.
    pub(super) fn finish(&mut self, machine: &mut Machine<'_>, mut last: LastCall) -> LastCall {
        machine.finish();
        if let Some(failure) = machine.take_failure() {
            last.outcome = outcome_of(machine, failure);
            last.lives = false;
        }
        last
    }

    /// The results of the predicates on the value, a bit each. One that does not return counts as false.
    pub(super) fn state(&mut self, machine: &mut Machine<'_>) -> u64 {
        let mut state = 0;
        for bit in 0..self.order.predicates.len() {
            let predicate = self.order.predicates[bit];
            let Called::Returned(var) = self.call(machine, predicate) else { break };
            if let ShownText::Text(text) = show(machine, var) {
                state |= u64::from(text == "true") << bit;
            }
            machine.executor.drop_early(var);
        }
        state
    }

    /// Takes note of a result: it is the value, or it is no longer needed. False if there is no value to go on with.
    fn settle(&mut self, machine: &mut Machine<'_>, index: u32, var: u32) -> bool {
        let order = Rc::clone(&self.order);
        let call = &order.calls[index as usize];
        match call.role {
            Role::Construct => {
                let mut made = var;
                for unpack in &call.then {
                    match operate(machine, *unpack, &[made]) {
                        Called::Returned(inner) => made = inner,
                        _ => return false,
                    }
                }
                self.target = Some(made);
                true
            }
            Role::Replace => {
                self.target = Some(var);
                true
            }
            Role::Consume => {
                self.target = None;
                machine.executor.drop_early(var)
            }
            Role::Observe | Role::Mutate | Role::Procedure => machine.executor.drop_early(var),
        }
    }

    fn call(&mut self, machine: &mut Machine<'_>, index: u32) -> Called {
        let order = Rc::clone(&self.order);
        let Some(call) = order.calls.get(index as usize) else { return Called::Refused };
        match self.gather(machine, &call.args, 0) {
            Some(vars) => operate(machine, call.operation, &vars[..call.args.len()]),
            None => Called::Refused,
        }
    }

    /// Makes arguments, the value itself where it is asked for.
    fn gather(
        &mut self,
        machine: &mut Machine<'_>,
        sources: &[u32],
        depth: u32,
    ) -> Option<[u32; MOST_ARGUMENTS]> {
        let mut vars = [0; MOST_ARGUMENTS];
        if sources.len() > MOST_ARGUMENTS || depth > DEEPEST {
            return None;
        }
        for (var, source) in vars.iter_mut().zip(sources) {
            *var = match *source {
                WalkCall::TARGET => self.target?,
                source => self.make(machine, source, depth)?,
            };
        }
        Some(vars)
    }

    /// Serves the next request to a source.
    fn make(&mut self, machine: &mut Machine<'_>, source: u32, depth: u32) -> Option<u32> {
        let order = Rc::clone(&self.order);
        let makers = &order.sources.get(source as usize)?.makers;
        let request = self.requests[source as usize] as usize;
        self.requests[source as usize] += 1;
        let maker = makers.get(request % makers.len().max(1))?;
        let code = machine.registry.code(maker.what)?;
        let vars = self.gather(machine, &maker.args, depth + 1)?;
        match operate(machine, code, &vars[..maker.args.len()]) {
            Called::Returned(var) => Some(var),
            _ => None,
        }
    }
}

/// Runs an operation on variables, each passed as the operation asks.
fn operate(machine: &mut Machine<'_>, code: u32, vars: &[u32]) -> Called {
    let mut args = [CallArg { var: 0, access: Access::Move }; MOST_ARGUMENTS];
    if let Some(operation) = machine.registry.operation(code) {
        if operation.args.len() != vars.len() {
            return Called::Refused;
        }
        for ((arg, var), parameter) in args.iter_mut().zip(vars).zip(&operation.args) {
            let ty = machine.sequence().type_of(*var);
            match parameter.accepts.iter().find(|(accepted, _)| *accepted == ty) {
                Some((_, access)) => *arg = CallArg { var: *var, access: *access },
                None => return Called::Refused,
            }
        }
    } else if machine.registry.literal(code).is_none() {
        return Called::Refused;
    }
    match machine.call(code, &args[..vars.len()]) {
        CallOutcome::Returned(var) => Called::Returned(var),
        CallOutcome::Illegal => Called::Nothing,
        CallOutcome::Panicked | CallOutcome::Caught | CallOutcome::Broken | CallOutcome::Left => {
            Called::Panicked
        }
        CallOutcome::Rejected(_) | CallOutcome::Quarantined => Called::Refused,
    }
}

fn ended(outcome: WalkOutcome) -> LastCall {
    LastCall { outcome, changed: false, state: 0, lives: false }
}

pub(super) fn refused() -> LastCall {
    ended(WalkOutcome::Refused)
}

fn panicked(machine: &mut Machine<'_>) -> WalkOutcome {
    let failure = machine.take_failure();
    failure.map_or(WalkOutcome::Refused, |failure| outcome_of(machine, failure))
}

fn outcome_of(machine: &Machine<'_>, failure: SequenceFailure) -> WalkOutcome {
    // What must hold at any time is checked last of all.
    match (failure, machine.executor.property()) {
        (SequenceFailure::Panicked { captured, during: During::Call, .. }, Some(invariant)) => {
            let (message, location) = (captured.message, captured.location);
            WalkOutcome::Violated { invariant: invariant.to_owned(), message, location }
        }
        (SequenceFailure::Panicked { captured, .. }, _) => {
            WalkOutcome::Panicked { message: captured.message, location: captured.location }
        }
        (SequenceFailure::Broken { sentence, .. }, Some(invariant)) => WalkOutcome::Violated {
            invariant: invariant.to_owned(),
            message: sentence,
            location: None,
        },
        (SequenceFailure::Broken { .. } | SequenceFailure::Left { .. }, _) => WalkOutcome::Refused,
    }
}

/// Counts of crashes by last call: a call that crashed too often is not made again.
#[derive(Default)]
pub(super) struct CrashCounts {
    by_call: Vec<u32>,
}

impl CrashCounts {
    /// A call that killed this many processes is not made as a last call again.
    const PATIENCE: u32 = 6;

    pub(super) fn of(calls: usize) -> Self {
        Self { by_call: vec![0; calls] }
    }

    /// Notes that a sequence with this last call died.
    pub(super) fn note(&mut self, call: u32) {
        if let Some(count) = self.by_call.get_mut(call as usize) {
            *count += 1;
        }
    }

    /// Returns whether a call is better not made.
    pub(super) fn forbid(&self, call: u32) -> bool {
        self.by_call.get(call as usize).is_some_and(|count| *count >= Self::PATIENCE)
    }
}

/// So many sequences make up a round of a strategy.
pub(super) const PER_ROUND: u32 = 32;

/// Runs a few sequences; false when there is nothing left to do.
pub(super) fn rounds(mut one: impl FnMut() -> bool) -> bool {
    (0..PER_ROUND).all(|_| one())
}
