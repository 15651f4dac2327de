//! Batches: many inputs for a property from a few statements.
//!
//! What a property takes is made once, as part of the sequence; cloned inputs of it are then changed by one call after the other, and
//! the property is tried after each. Nothing is kept of the states on the way, so that an input costs little more than the
//! calls. Inputs are distinguished by how they were made. The longer a property is tried, the more of its inputs come from
//! batches; the first few are all made by the search, which makes them as different from each other as it can.

use crate::link::registry::{LinkedOperation, LinkedParameter, Registry};
use crate::machine::Machine;
use crate::probe::clone_input::{changes, clone_variable, drop_value, literal_type};
use crate::probe::prepared_call::{ArgumentRole, PreparedCall};
use crate::probe::prober::ProbeResult;
use crate::rng::{mix, Rng};
use crate::run::executor::MOST_ARGS;
use crate::run::live::LiveValue;
use crate::run::observer::Fingerprint;
use crate::run::outcome::CallOutcome;
use crate::strategy::check::attempts::tally;
use crate::strategy::check::trials::CheckStrategy;
use crate::strategy::explore::directed::ExploreStrategy;
use crate::sys;

/// Inputs that are tried before the first batch.
const FIRST: u64 = 1000;
/// Inputs that were tried since then for each input of the next batch.
const SHARE: u64 = 8;
/// Inputs of a batch at most, tried or not.
const MOST: u64 = 1 << 13;
/// Changes of a cloned input, one after the other, at most.
const CHANGES: usize = 24;
/// Consecutive steps without new inputs after which a batch ends.
const STALE: u32 = 256;
/// Consecutive batches without new inputs after which batches end.
const MOST_EMPTY: u32 = 8;
/// The longest time for a batch, in nanoseconds, in runs that may depend on time.
const LONGEST: u64 = 200_000_000;

/// The plan by which batches of a property are made.
struct BatchPlan<'r> {
    /// The call of the property.
    call: PreparedCall<'r>,
    /// Its arguments that are literals.
    literals: Vec<LiteralSource>,
    /// Its other arguments.
    made: Vec<MadeArgument<'r>>,
    /// The indices of those that can be changed.
    changed: Vec<usize>,
}

/// The rest of a batch.
struct BatchRest {
    left: u64,
    /// Steps since the last that brought something new.
    stale: u32,
    /// Inputs that were tried.
    tried: u64,
    /// The number of the last input, if that is known: what became of cloned inputs is not looked at.
    input: Option<u64>,
}

/// The result of the attempts on some cloned inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BatchEnd {
    /// Others may follow.
    Done,
    /// The property failed; the journal has its input.
    Failed,
    /// No others are wanted.
    Over,
}

/// An argument that is a cloned input.
struct MadeArgument<'r> {
    /// The variable that it is cloned from.
    var: u32,
    /// The calls that change it.
    means: Vec<ChangingCall<'r>>,
    /// The sum of their weights.
    weight: u64,
}

/// A call that changes a cloned input.
struct ChangingCall<'r> {
    operation: u32,
    call: PreparedCall<'r>,
    literals: Vec<LiteralSource>,
    /// The weight with which it is chosen.
    weight: u64,
}

/// A source of literals.
#[derive(Clone, Copy)]
struct LiteralSource {
    ty: u32,
    /// True if it looks like a size.
    is_size: bool,
}

impl CheckStrategy {
    /// The number of inputs in the next batch for a property.
    pub(in crate::strategy) fn remaining(&self, machine: &Machine<'_>, index: usize) -> u64 {
        let attempts = &self.attempts[index];
        if attempts.targets.takes_literals && !attempts.is_cornered {
            // All corners come first.
            return 0;
        }
        let counted = tally(machine, attempts.order.operation).counted;
        (counted.saturating_sub(FIRST) / SHARE).min(MOST)
    }

    /// Tries a property on a batch of inputs.
    pub(in crate::strategy) fn batch(&mut self, machine: &mut Machine<'_>, index: usize) {
        let id = self.attempts[index].order.operation;
        if self.explore.pick_args(machine, id, None).is_err() || !self.explore.supply(machine) {
            return;
        }
        let plan = self.plan(machine, index);
        let tried = plan.map_or(0, |mut plan| self.run_batch(machine, index, &mut plan));
        let attempts = &mut self.attempts[index];
        attempts.empty_batches = if tried == 0 { attempts.empty_batches + 1 } else { 0 };
        attempts.batches &= attempts.empty_batches < MOST_EMPTY;
    }

    /// Makes a batch; returns the number of inputs that were tried.
    fn run_batch(
        &mut self,
        machine: &mut Machine<'_>,
        index: usize,
        plan: &mut BatchPlan<'_>,
    ) -> u64 {
        let begun = self.is_timed.then(sys::now_nanos);
        let is_late =
            || begun.is_some_and(|begun| sys::now_nanos().saturating_sub(begun) > LONGEST);
        let mut remaining =
            BatchRest { left: self.remaining(machine, index), stale: 0, tried: 0, input: None };
        let mut is_first = true;
        let mut cloned_inputs = Vec::new();
        while remaining.left > 0 && remaining.stale < STALE && !is_late() {
            let mark = machine.journal.mark();
            for made in &plan.made {
                cloned_inputs.extend(clone_variable(&machine.executor, made.var));
            }
            let left = remaining.left;
            let outcome = if cloned_inputs.len() == plan.made.len() {
                self.attempt_all(machine, index, plan, &mut cloned_inputs, &mut remaining)
            } else {
                BatchEnd::Over
            };
            let has_failed = outcome == BatchEnd::Failed;
            let are_shared = (is_first || has_failed) && self.are_shared(machine, plan);
            is_first = false;
            if has_failed && !are_shared {
                let outcome = machine.redo(mark);
                if matches!(outcome, CallOutcome::Panicked | CallOutcome::Broken) {
                    self.attempts[index].counted(machine, remaining.input);
                }
                self.explore.changed = None;
            }
            // A value whose drop kills the process is still in the journal.
            for cloned_input in cloned_inputs.drain(..) {
                drop_value(&machine.executor, cloned_input);
            }
            self.attempts[index].batches &= !are_shared;
            if has_failed && !are_shared {
                break;
            }
            machine.journal.rewind(mark);
            if are_shared || outcome == BatchEnd::Over || remaining.left == left {
                break;
            }
        }
        remaining.tried
    }

    /// Returns whether something was changed through its cloned inputs: they share a part, and are none.
    fn are_shared(&self, machine: &mut Machine<'_>, plan: &BatchPlan<'_>) -> bool {
        plan.made.iter().any(|made| {
            let before = self.explore.prints.get(made.var as usize).copied().unwrap_or(0);
            let now = machine.fingerprint(made.var);
            before != 0 && matches!(now, Fingerprint::Value(now) if now != before)
        })
    }

    /// Tries a property on some cloned inputs while they change.
    fn attempt_all(
        &mut self,
        machine: &mut Machine<'_>,
        index: usize,
        plan: &mut BatchPlan<'_>,
        cloned_inputs: &mut [LiveValue],
        remaining: &mut BatchRest,
    ) -> BatchEnd {
        let mut next = machine.sequence().len() as u32;
        let mut number = mix(self.explore.sequence_hash ^ u64::from(next));
        for made in &plan.made {
            let print = self.explore.prints.get(made.var as usize).copied().unwrap_or(0);
            number = mix(number ^ print);
        }
        let most =
            if cloned_inputs.is_empty() { CHANGES } else { 1 + self.explore.rng.below(CHANGES) };
        for _ in 0..most {
            let has_room = next as usize + 2 * MOST_ARGS + 2 < self.explore.max_sequence;
            if !has_room || remaining.left == 0 || remaining.stale >= STALE {
                break;
            }
            if !self.attempts[index].is_open(machine) {
                return BatchEnd::Over;
            }
            remaining.left -= 1;
            remaining.stale += 1;
            if !cloned_inputs.is_empty() {
                match self.change(machine, plan, cloned_inputs, next, &mut number) {
                    Some(changed) => next = changed,
                    None => break,
                }
            }
            let Some(drawn) = self.draw(machine.registry, &plan.literals, &mut plan.call) else {
                break;
            };
            let attempts = &mut self.attempts[index];
            if !cloned_inputs.is_empty() && !attempts.batched.insert(mix(number ^ drawn)) {
                continue;
            }
            // There may be few of them, and each is counted once.
            remaining.input = cloned_inputs.is_empty().then_some(drawn);
            match plan.call.try_on(&machine.executor, cloned_inputs, next) {
                ProbeResult::Kept => attempts.counted(machine, remaining.input),
                ProbeResult::Refused => attempts.dry += 1,
                // Its like killed the process, or it cannot be called so at all.
                ProbeResult::Impossible => break,
                ProbeResult::Failed => {
                    remaining.tried += 1;
                    return BatchEnd::Failed;
                }
            }
            remaining.tried += 1;
            remaining.stale = 0;
        }
        BatchEnd::Done
    }

    /// Changes one of the cloned inputs: the number of the next statement, or nothing if the call did not return.
    fn change(
        &mut self,
        machine: &mut Machine<'_>,
        plan: &mut BatchPlan<'_>,
        cloned_inputs: &mut [LiveValue],
        next: u32,
        number: &mut u64,
    ) -> Option<u32> {
        let rng = &mut self.explore.rng;
        let which = if plan.changed.len() > 1 { rng.below(plan.changed.len()) } else { 0 };
        let which = *plan.changed.get(which)?;
        let (made, cloned_input) = (plan.made.get_mut(which)?, cloned_inputs.get_mut(which)?);
        let means = chosen(made, rng)?;
        let drawn = self.draw(machine.registry, &means.literals, &mut means.call)?;
        let call = u64::from(means.operation) << 8 | which as u64;
        *number = mix(*number ^ mix(drawn ^ call));
        means.call.change(&machine.executor, cloned_input, next)
    }

    /// Draws literals for a call: a number that stands for them.
    #[inline]
    fn draw(
        &mut self,
        registry: &Registry,
        sources: &[LiteralSource],
        call: &mut PreparedCall<'_>,
    ) -> Option<u64> {
        let ExploreStrategy { pool, rng, .. } = &mut self.explore;
        let mut number = 0;
        call.clear();
        for (nth, source) in sources.iter().enumerate() {
            let drawn = if source.is_size { pool.draw_small(source.ty, rng) } else { None };
            let code = drawn.or_else(|| pool.draw_literal(source.ty, rng))?;
            let literal = registry.literal(code)?;
            call.take(nth, code, &literal);
            number = mix(number ^ literal.print());
        }
        Some(number)
    }

    /// Plans a batch from the arguments that were supplied, if that is possible.
    fn plan<'r>(&self, machine: &Machine<'r>, index: usize) -> Option<BatchPlan<'r>> {
        let code = self.attempts[index].order.operation;
        let operation = machine.registry.operation(code)?;
        let is_literal = |ty: u32| self.explore.pool.has_literals(ty);
        let (mut literals, mut made) = (Vec::new(), Vec::<MadeArgument<'r>>::new());
        let mut roles = Vec::new();
        for (at, parameter) in operation.args.iter().enumerate() {
            if let Some(ty) = literal_type(parameter, is_literal) {
                literals.push(LiteralSource { ty, is_size: false });
                roles.push(ArgumentRole::Literal(ty));
                continue;
            }
            let var = self.explore.args.get(at)?.var;
            if made.iter().any(|made| made.var == var) {
                return None;
            }
            roles.push(ArgumentRole::Value { ty: machine.sequence().type_of(var), var });
            let means = self.means(machine, index, var);
            let weight = means.iter().map(|means| means.weight).sum();
            made.push(MadeArgument { var, means, weight });
        }
        let can_change = |made: &(usize, &MadeArgument<'_>)| !made.1.means.is_empty();
        let changed: Vec<usize> =
            made.iter().enumerate().filter(can_change).map(|(which, _)| which).collect();
        if !made.is_empty() && changed.is_empty() {
            return None;
        }
        let call = PreparedCall::new(&machine.executor, code, &roles)?;
        Some(BatchPlan { call, literals, made, changed })
    }

    /// Calls that change a cloned input of the variable.
    fn means<'r>(&self, machine: &Machine<'r>, index: usize, var: u32) -> Vec<ChangingCall<'r>> {
        let ty = machine.sequence().type_of(var);
        let is_literal = |ty: u32| self.explore.pool.has_literals(ty);
        let targets = &self.attempts[index].targets;
        let mut found = Vec::new();
        for (change, weight) in targets.changes.iter().zip(targets.weights()) {
            let Some(operation) = machine.registry.operation(change.operation) else { continue };
            let Some(at) = changes(operation, ty, is_literal) else { continue };
            let literals = sources(operation, at, is_literal);
            let mut others = literals.iter().map(|source| ArgumentRole::Literal(source.ty));
            let role = |index| if index == at { None } else { others.next() };
            let roles: Vec<ArgumentRole> = (0..operation.args.len())
                .map(role)
                .map(|literal| literal.unwrap_or(ArgumentRole::Changed { ty, var }))
                .collect();
            let Some(call) = PreparedCall::new(&machine.executor, change.operation, &roles) else {
                continue;
            };
            found.push(ChangingCall { operation: change.operation, call, literals, weight });
        }
        found
    }
}

/// The sources of an operation's arguments, all but one.
fn sources(
    operation: &LinkedOperation,
    but: usize,
    is_literal: impl Fn(u32) -> bool,
) -> Vec<LiteralSource> {
    let others = operation.args.iter().enumerate().filter(|(at, _)| *at != but);
    let source = |(at, parameter): (usize, &LinkedParameter)| {
        let ty = literal_type(parameter, &is_literal)?;
        Some(LiteralSource { ty, is_size: operation.size_args & (1 << at) != 0 })
    };
    others.filter_map(source).collect()
}

/// One of the calls that change a cloned input.
#[inline]
fn chosen<'m, 'r>(
    made: &'m mut MadeArgument<'r>,
    rng: &mut Rng,
) -> Option<&'m mut ChangingCall<'r>> {
    let mut left = rng.below(made.weight.max(1) as usize) as u64;
    made.means.iter_mut().find(|means| {
        let is_it = left < means.weight;
        left = left.saturating_sub(means.weight);
        is_it
    })
}
