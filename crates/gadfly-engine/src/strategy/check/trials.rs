//! Properties tried on values made at random.
//!
//! Values come from the same walk as in a search: what was made before is extended, and what is new is kept. A property is
//! called at the end of a sequence, on what the sequence made or on what was kept, and ends it: its effects on its
//! arguments are not observed. One that takes a single value is tried on every state on the way, beside the sequence; and
//! every other sequence makes a [batch](super::batch) of inputs. How often each was tried is in the journal, so that a death
//! costs no attempt.

use crate::link::registry::{LinkedParameter, Registry};
use crate::machine::Machine;
use crate::probe::clone_input::literal_type;
use crate::probe::prober::{access_of, ProbeArgument, ProbeResult};
use crate::rng::mix;
use crate::run::outcome::CallOutcome;
use crate::run::program::SequenceNode;
use crate::search::is_deterministic;
use crate::strategy::check::attempts::{tally, PropertyAttempts};
use crate::strategy::check::property_targets::Change;
use crate::strategy::explore::directed::ExploreStrategy;
use crate::strategy::explore::picks::Pick;
use crate::strategy::explore::pool::{PoolEntry, CORNERS};
use crate::strategy::explore::samples::Samples;
use crate::strategy::Strategy;
use gadfly_wire::{Access, CheckEnd, CheckOrder, RunConfig, SearchSettings};

/// Sequences before the first property is tried, so that there is something to try it on.
const WARM_UP: u32 = 200;
/// The percentage of attempts at the end of a sequence that makes something new.
const GROWING: u32 = 40;
/// The same where every state on the way is tried beside the sequence: what was kept has had its turn when it was made.
const GROWING_BESIDE: u32 = 90;
/// The factor by which such a sequence is longer: each step is another input, for which nothing has to be made again.
const LONGER: usize = 8;
/// The percentage of sequences that are longer: shorter ones begin with more different values.
const OFTEN_LONGER: u32 = 50;
/// The percentage of those that begin with a call that makes or changes an argument of the property.
const AIMED: u32 = 60;
/// The percentage of their later calls that change an argument of the property.
const AIMED_STEPS: u32 = 80;
/// The factor by which calls are repeated more rarely than in a search: intermediate states are no inputs.
const RARER: u32 = 4;
/// The percentage of attempts after such a sequence that use a value it made.
const FRESH: u32 = 75;
/// The percentage of attempts on kept values that use a corner, if a property takes literals alone.
const CORNERED: u32 = 50;
/// The percentage of literals that are drawn anew.
const DRAWN: u32 = 60;
/// The number of times that arguments are chosen again if they were tried before or the borrow rules reject them.
const RETRIES: u32 = 4;
/// The number of failed sequences in a row after which a property is tried on kept values, even if it was before.
const MOST_FAILED: u32 = 16;
/// Tries properties.
pub struct CheckStrategy {
    pub(in crate::strategy) explore: ExploreStrategy,
    pub(in crate::strategy) attempts: Vec<PropertyAttempts>,
    warm_up: u32,
    /// The number of inputs tried by probe calls beside the running sequence.
    probed: u32,
    /// The change that was made last, if that was the last call.
    last_change: Option<usize>,
    /// True if the running sequence makes a batch; every other one does.
    is_batch: bool,
    /// True if results may depend on time.
    pub(in crate::strategy) is_timed: bool,
}

impl CheckStrategy {
    /// Will try these.
    pub fn new(registry: &Registry, config: &RunConfig, orders: &[CheckOrder]) -> Self {
        let search = SearchSettings { fresh_percent: DRAWN, ..config.search };
        let config = &RunConfig { search, ..config.clone() };
        let mut explore = ExploreStrategy::new(registry, config, Samples::None);
        // Inputs are distinguished by value, not by how they were made.
        explore.passes_through = true;
        explore.settings.repeat_percent = (explore.settings.repeat_percent + RARER - 1) / RARER;
        let is_there = |order: &&CheckOrder| registry.operation(order.operation).is_some();
        let attempts = orders
            .iter()
            .filter(is_there)
            .map(|order| PropertyAttempts::new(registry, &explore.pool, *order));
        let attempts = attempts.collect();
        Self {
            explore,
            attempts,
            warm_up: WARM_UP,
            probed: 0,
            last_change: None,
            is_batch: false,
            is_timed: !is_deterministic(config),
        }
    }

    /// The property whose turn it is: of those that are not done, the one that was tried least.
    fn next(&self, machine: &Machine<'_>) -> Option<usize> {
        let open = self.attempts.iter().enumerate().filter_map(|(index, attempts)| {
            let tally = tally(machine, attempts.order.operation);
            let is_open = attempts.end(tally) == CheckEnd::Stopped;
            is_open.then_some((tally.counted + tally.discarded / 8, index))
        });
        open.min().map(|(_, index)| index)
    }

    /// An argument that the running sequence has made or changed, as which argument.
    fn fresh(&mut self, machine: &Machine<'_>, index: usize) -> Option<(u8, u32)> {
        if machine.sequence().is_empty() || !self.explore.rng.percent(FRESH) {
            return None;
        }
        let operation = machine.registry.operation(self.attempts[index].order.operation)?;
        let mut found = Vec::new();
        for (at, parameter) in operation.args.iter().enumerate() {
            self.explore.candidates.clear();
            machine.sequence().candidates(&parameter.accepts, &mut self.explore.candidates);
            let is_made = |var: u32| {
                machine.registry.operation(machine.sequence().program().step(var).code).is_some()
            };
            let made = self.explore.candidates.iter().filter(|arg| is_made(arg.var));
            found.extend(made.map(|arg| (at as u8, arg.var)));
        }
        (!found.is_empty()).then(|| found[self.explore.rng.below(found.len())])
    }

    /// Grows values, mostly towards arguments of a property.
    fn grow(&mut self, machine: &mut Machine<'_>, index: usize) {
        let targets = &self.attempts[index].targets.means;
        let first = (!targets.is_empty() && self.explore.rng.percent(AIMED))
            .then(|| targets[self.explore.rng.below(targets.len())]);
        let is_longer = self.is_warm()
            && self.attempts[index].targets.takes_one
            && self.explore.rng.percent(OFTEN_LONGER);
        let longer = if is_longer { LONGER } else { 1 };
        let steps = self.explore.steps() * longer;
        let Some(mut latest) = self.explore.start(machine, first) else { return };
        for step in 0..=steps {
            let changed = self.explore.changed.filter(|changed| *changed != latest);
            for var in std::iter::once(latest).chain(changed) {
                if self.is_warm()
                    && machine.sequence().is_alive(var)
                    && !self.probe_state(machine, index, var)
                {
                    return;
                }
            }
            if step == steps {
                return;
            }
            self.last_change = None;
            match self.step(machine, index, latest) {
                Some(var) => latest = var,
                None => return,
            }
        }
    }

    /// Makes another call with a value of the sequence, mostly one that changes an argument of a property.
    fn step(&mut self, machine: &mut Machine<'_>, index: usize, latest: u32) -> Option<u32> {
        if !self.explore.has_room(machine) {
            return None;
        }
        if !self.explore.rng.percent(AIMED_STEPS) {
            return self.explore.step(machine, latest);
        }
        let Some(chosen) = self.attempts[index].targets.change(&mut self.explore.rng) else {
            return self.explore.step(machine, latest);
        };
        let Change { operation, at, .. } = self.attempts[index].targets.changes[chosen];
        let parameter = &machine.registry.operation(operation)?.args[at as usize];
        self.explore.candidates.clear();
        machine.sequence().candidates(&parameter.accepts, &mut self.explore.candidates);
        let Some(var) = self.explore.candidates.last().map(|arg| arg.var) else {
            return self.explore.step(machine, latest);
        };
        self.last_change = Some(chosen);
        self.attempts[index].targets.changes[chosen].tried += 1;
        self.explore.step_with(machine, operation, (at, var), latest)
    }

    fn is_warm(&self) -> bool {
        self.warm_up == 0
    }

    /// Tries a property on a value that was just made or changed, beside the sequence. False when that is over.
    fn probe_state(&mut self, machine: &mut Machine<'_>, index: usize, var: u32) -> bool {
        let ty = machine.sequence().type_of(var);
        let id = self.attempts[index].order.operation;
        let Some(operation) = machine.registry.operation(id) else { return true };
        let takes = |parameter: &LinkedParameter| access_of(parameter, ty).is_some();
        let Some(at) = operation.args.iter().position(takes) else { return true };
        if self.explore.pool.has_literals(ty) || !self.attempts[index].is_open(machine) {
            return true;
        }
        let Some(value) = machine.sequence().value(var) else { return true };
        let print = self.explore.prints.get(var as usize).copied().unwrap_or(0);
        let mut number = mix(print);
        let mut given = Vec::new();
        for (other, parameter) in operation.args.iter().enumerate() {
            if other == at {
                given.push(ProbeArgument::Value(value));
                continue;
            }
            let pool = &self.explore.pool;
            let literals = literal_type(parameter, |ty| pool.has_literals(ty));
            let drawn = literals.and_then(|ty| pool.draw_literal(ty, &mut self.explore.rng));
            let Some(code) = drawn else { return true };
            let Some(literal) = machine.registry.literal(code) else { return true };
            number = mix(number ^ literal.print());
            given.push(ProbeArgument::Literal(code));
        }
        let attempts = &mut self.attempts[index];
        if print == 0 || !attempts.tried.insert(mix(number)) {
            return true;
        }
        let mark = machine.journal.mark();
        match machine.probe(id, &given, machine.sequence().len() as u32) {
            ProbeResult::Impossible => return true,
            ProbeResult::Refused => {
                attempts.dry += 1;
                return true;
            }
            ProbeResult::Kept => {}
            ProbeResult::Failed => {
                let outcome = machine.redo(mark);
                self.explore.changed = None;
                if !matches!(outcome, CallOutcome::Panicked | CallOutcome::Broken) {
                    return false;
                }
            }
        }
        self.probed += 1;
        if let Some(change) =
            self.last_change.and_then(|last| attempts.targets.changes.get_mut(last))
        {
            change.new += 1;
        }
        let is_known = machine.registry.types[ty as usize].fingerprint.is_some();
        attempts.counted(machine, is_known.then_some(number));
        !machine.has_failed()
    }

    /// Picks the next corner for a property that takes literals alone: one of the first few for each parameter, all combinations
    /// in turn; all literals of a single parameter, for up to half of the inputs; and all values, if there are no more
    /// combinations than inputs that are wanted.
    fn corner(&mut self, index: usize, parameters: &[(u32, Access)]) -> bool {
        let attempts = &mut self.attempts[index];
        let pool = &self.explore.pool;
        let is_listed = attempts.is_listed(pool, parameters);
        let most = if parameters.len() == 1 { attempts.order.cases as usize / 2 } else { CORNERS };
        let size = |ty: u32| {
            let corners = pool.corners(ty, most).len() as u64;
            if is_listed {
                pool.fresh.domain(ty).unwrap_or(corners)
            } else {
                corners
            }
        };
        let all = parameters.iter().fold(1_u64, |all, (ty, _)| all.saturating_mul(size(*ty)));
        if attempts.corners >= all {
            attempts.is_cornered = true;
            return false;
        }
        let mut number = spread(attempts.corners, all);
        attempts.corners += 1;
        self.explore.picks.clear();
        for (ty, access) in parameters {
            let nth = number % size(*ty);
            number /= size(*ty);
            let listed = pool.fresh.listed(*ty, nth).filter(|_| is_listed);
            let entry = match listed {
                Some(code) => PoolEntry { origin: code, ..PoolEntry::of(SequenceNode::leaf(code)) },
                None => pool.corners(*ty, most)[nth as usize].clone(),
            };
            self.explore.picks.push(Pick::kept(&entry, *ty, *access, false));
        }
        true
    }

    /// The types of the literals that a property takes, if it takes nothing else.
    fn literal_parameters(
        &self,
        machine: &Machine<'_>,
        index: usize,
    ) -> Option<Vec<(u32, Access)>> {
        let operation = machine.registry.operation(self.attempts[index].order.operation)?;
        let pool = &self.explore.pool;
        let has_corners = |(ty, _): &&(u32, Access)| pool.has_literals(*ty);
        let literal = |it: &LinkedParameter| it.accepts.iter().find(has_corners).copied();
        operation.args.iter().map(literal).collect()
    }

    /// Tries a property on values of the sequence or of the pool.
    fn attempt(&mut self, machine: &mut Machine<'_>, index: usize) {
        let is_cornered = self.attempts[index].is_cornered;
        let literals = self.literal_parameters(machine, index).filter(|_| !is_cornered);
        let is_listed = literals
            .as_ref()
            .is_some_and(|it| self.attempts[index].is_listed(&self.explore.pool, it));
        let pinned = if is_listed { None } else { self.fresh(machine, index) };
        let is_turn = is_listed || self.explore.rng.percent(CORNERED);
        let is_corner = pinned.is_none()
            && is_turn
            && literals.is_some_and(|literals| self.corner(index, &literals));
        let attempts = &mut self.attempts[index];
        if !attempts.is_open(machine) {
            // It was tried often enough on the way.
            return;
        }
        let id = attempts.order.operation;
        for retry in 1..=RETRIES {
            let is_picked = retry == 1 && is_corner;
            if !is_picked && self.explore.pick_args(machine, id, pinned).is_err() {
                attempts.unmade += 1;
                return;
            }
            let is_new = self.explore.is_unbuilt(id);
            attempts.repeats = !is_new;
            if !is_new && retry < RETRIES {
                continue;
            }
            if !self.explore.supply(machine) {
                return;
            }
            let input = self.explore.input(machine);
            if machine.has_failed() {
                return;
            }
            let args = std::mem::take(&mut self.explore.args);
            let outcome = machine.call(id, &args);
            self.explore.args = args;
            // The argument is not used any more after the property.
            self.explore.changed = None;
            match outcome {
                // The sequences for the arguments are part of the sequence already, and are used next time.
                CallOutcome::Rejected(_) => continue,
                CallOutcome::Quarantined => attempts.refused += 1,
                CallOutcome::Illegal => {
                    attempts.dry += 1;
                    attempts.unmade = 0;
                }
                CallOutcome::Returned(_)
                | CallOutcome::Caught
                | CallOutcome::Panicked
                | CallOutcome::Broken
                | CallOutcome::Left => attempts.counted(machine, input),
            }
            return;
        }
        attempts.unmade += 1;
    }
}

impl Strategy for CheckStrategy {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        let Some(index) = self.next(machine) else { return false };
        let is_warm = self.warm_up == 0;
        self.warm_up = self.warm_up.saturating_sub(1);
        self.explore.begin(machine);
        let attempts = &self.attempts[index];
        self.is_batch = !self.is_batch && attempts.batches && self.remaining(machine, index) > 0;
        if self.is_batch {
            self.batch(machine, index);
            self.explore.end(machine);
            return true;
        }
        let needs_more = attempts.repeats || attempts.unmade > 0;
        let growing = if attempts.targets.takes_one { GROWING_BESIDE } else { GROWING };
        self.probed = 0;
        let keeps_failing = attempts.failed_sequences >= MOST_FAILED;
        if !keeps_failing && (!is_warm || needs_more || self.explore.rng.percent(growing)) {
            self.grow(machine, index);
        }
        let attempts = &mut self.attempts[index];
        attempts.failed_sequences =
            if machine.has_failed() { attempts.failed_sequences + 1 } else { 0 };
        if is_warm
            && self.probed == 0
            && !machine.has_failed()
            && machine.executor.property().is_none()
        {
            self.attempt(machine, index);
        }
        self.explore.end(machine);
        true
    }

    fn reseed(&mut self, salt: u64) {
        self.explore.reseed(salt);
    }

    fn close(&mut self, machine: &mut Machine<'_>) {
        for attempts in &self.attempts {
            let event = attempts.result(machine);
            machine.send(&event);
        }
    }

    fn states(&self) -> u64 {
        self.explore.states()
    }
}

/// The number of a turn, each below `all` once, such that neighbours are far apart.
fn spread(turn: u64, all: u64) -> u64 {
    let mut stride = (all / 8 * 5).max(1);
    while gcd(stride, all) != 1 {
        stride += 1;
    }
    (u128::from(turn) * u128::from(stride) % u128::from(all.max(1))) as u64
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn every_corner_has_its_turn() {
        for all in [1, 2, 3, 20, 400, 8000] {
            let mut turns: Vec<u64> = (0..all).map(|turn| spread(turn, all)).collect();
            turns.sort_unstable();
            assert_eq!(turns, (0..all).collect::<Vec<u64>>());
        }
    }
}
