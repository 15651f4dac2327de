//! The choice of the next operation: any whose arguments are available, first those of functions that never returned and those
//! that would make the first value of a type that others wait for.
//!
//! Knows counts, not values. An operation that keeps failing is tried ever less often, but never given up.

use crate::link::registry::{LinkedOperation, Registry};
use crate::rng::Rng;
use crate::run::borrow::is_exclusive;
use gadfly_wire::Access;

/// The number of bytes whose initialisation takes about as long as a cheap call.
const BYTES_PER_CALL: u64 = 1 << 10;
/// The cost, in cheap calls, above which an operation is expensive.
const EXPENSIVE: u32 = 4;
/// The approximate number of calls over which the cost of an operation is averaged: calls that are expensive with some
/// arguments may be cheap with others.
const MEMORY: u32 = 16;

/// Chooses operations.
#[derive(Debug)]
pub struct OperationChooser {
    operations: Vec<OperationTally>,
    functions: Vec<bool>,
    /// Operations with values for all arguments.
    available: Vec<u32>,
    /// Those of them that exercise a public function or state a law.
    exercising: Vec<u32>,
    /// Those of them that would be a first, cleaned up lazily.
    frontier: Vec<u32>,
    /// By type: which arguments accept it.
    consumers: Vec<Vec<(u32, u8)>>,
    /// By type: whether there is a value of it.
    inhabited: Vec<bool>,
    /// By type: operations that take `&` of it alone and return an integer, with the integer's type.
    observers: Vec<Vec<(u32, u32)>>,
    /// By type: the operation that drops a value of it.
    drops: Vec<Option<u32>>,
    /// By type: operations that state a law about a value of it alone, which they only look at; and whose turn it is.
    laws: Vec<(Vec<u32>, usize)>,
    adaptive: bool,
}

#[derive(Clone, Debug, Default)]
struct OperationTally {
    tried: u32,
    /// The number of times it was tried as the first call of a sequence.
    started: u32,
    returned: u32,
    /// The allocation of its latest calls, in units that take as long as a cheap call: [`MEMORY`] times the mean.
    allocated: u32,
    function: Option<u32>,
    weight: u32,
    output: u32,
    /// Bit `i`: nothing is there for argument `i`.
    missing: u16,
    observer: bool,
    /// True if it states a law.
    law: bool,
}

impl OperationTally {
    /// The cost of so many calls, if they are like the latest.
    fn charged(&self, calls: u32) -> u32 {
        calls.saturating_mul((self.allocated / MEMORY).saturating_add(1))
    }
}

impl OperationChooser {
    /// Nothing has been tried, and no type has a value. Without adaption every operation is as likely as any other.
    pub fn new(registry: &Registry, adaptive: bool) -> Self {
        let mut chooser = Self {
            operations: vec![OperationTally::default(); registry.operations.len()],
            functions: vec![false; registry.functions as usize],
            available: Vec::new(),
            exercising: Vec::new(),
            frontier: Vec::new(),
            consumers: vec![Vec::new(); registry.types.len()],
            inhabited: vec![false; registry.types.len()],
            observers: vec![Vec::new(); registry.types.len()],
            drops: vec![None; registry.types.len()],
            laws: vec![(Vec::new(), 0); registry.types.len()],
            adaptive,
        };
        for (id, operation) in registry.operations.iter().enumerate() {
            // Properties are not chosen here: the check strategy schedules them. Texts are spliced where one is needed.
            let is_means = |it: &&LinkedOperation| it.property.is_none() && !it.splices;
            let Some(operation) = operation.as_ref().filter(is_means) else { continue };
            let tally = &mut chooser.operations[id];
            tally.function = operation.function;
            tally.weight = u32::from(operation.weight);
            tally.output = operation.output;
            tally.law = operation.law.is_some();
            tally.missing = (1 << operation.args.len()) - 1;
            let integer = registry.types[operation.output as usize].integer.is_some();
            if let ([receiver], true) = (&operation.args[..], integer) {
                if let Some((ty, Access::Borrow)) = receiver.accepts.first() {
                    tally.observer = true;
                    chooser.observers[*ty as usize].push((id as u32, operation.output));
                }
            }
            if let (Some(ty), true) = (dropped(operation), is_unit(registry, operation.output)) {
                chooser.drops[ty as usize] = Some(id as u32);
            }
            if let (Some(_), [parameter]) = (operation.law, &operation.args[..]) {
                for (ty, _) in parameter.accepts.iter().filter(|(_, it)| !is_exclusive(*it)) {
                    chooser.laws[*ty as usize].0.push(id as u32);
                }
            }
            for (index, parameter) in operation.args.iter().enumerate() {
                for (ty, _) in &parameter.accepts {
                    chooser.consumers[*ty as usize].push((id as u32, index as u8));
                }
            }
        }
        for (id, operation) in registry.operations.iter().enumerate() {
            let takes_nothing = |operation: &LinkedOperation| {
                operation.args.is_empty() && operation.property.is_none()
            };
            if operation.as_ref().is_some_and(takes_nothing) {
                chooser.make_available(id as u32);
            }
        }
        chooser
    }

    /// Records that a value of a type exists.
    pub fn inhabited(&mut self, ty: u32) {
        self.inhabited[ty as usize] = true;
        for at in 0..self.consumers[ty as usize].len() {
            let (id, index) = self.consumers[ty as usize][at];
            let tally = &mut self.operations[id as usize];
            let missing = tally.missing & !(1 << index);
            if std::mem::replace(&mut tally.missing, missing) != missing && missing == 0 {
                self.make_available(id);
            }
        }
    }

    /// The operation that drops a value of a type.
    pub fn drop_of(&self, ty: u32) -> Option<u32> {
        self.drops[ty as usize]
    }

    /// The number of operations that state a law about a value of the type alone.
    pub fn laws_of(&self, ty: u32) -> usize {
        self.laws[ty as usize].0.len()
    }

    /// The next of these laws, in turns.
    pub fn next_law(&mut self, ty: u32) -> Option<u32> {
        let (laws, turn) = &mut self.laws[ty as usize];
        *turn = if *turn + 1 < laws.len() { *turn + 1 } else { 0 };
        laws.get(*turn).copied()
    }

    /// Records a try, as the first call of a sequence or as another. [`Self::returned`] is recorded in addition.
    pub fn tried(&mut self, id: u32, is_first: bool) {
        let tally = &mut self.operations[id as usize];
        tally.tried += 1;
        tally.started += u32::from(is_first);
    }

    /// Records how many bytes a call allocated: expensive operations are chosen less often.
    pub fn spent(&mut self, id: u32, bytes: u64) {
        let tally = &mut self.operations[id as usize];
        let spent = u32::try_from(bytes / BYTES_PER_CALL).unwrap_or(u32::MAX);
        let forgotten = (tally.allocated / MEMORY).max(1);
        tally.allocated = tally.allocated.saturating_sub(forgotten).saturating_add(spent);
    }

    /// Records that a call returned.
    pub fn returned(&mut self, id: u32) {
        let tally = &mut self.operations[id as usize];
        tally.returned += 1;
        if let Some(function) = tally.function {
            self.functions[function as usize] = true;
        }
    }

    /// The number of functions that returned at least once.
    pub fn functions_returned(&self) -> u32 {
        self.functions.iter().filter(|returned| **returned).count() as u32
    }

    /// Returns whether an operation has been tried often enough to suspect that it needs an unusual state.
    pub fn is_hard(&self, id: u32) -> bool {
        let tally = &self.operations[id as usize];
        tally.tried > 20 && tally.returned * 50 < tally.tried
    }

    /// Returns whether the latest calls of an operation were expensive on average: it is not to be made more expensive by large numbers.
    pub fn is_expensive(&self, id: u32) -> bool {
        self.operations[id as usize].allocated > EXPENSIVE * MEMORY
    }

    /// Returns whether an operation takes one value without changing it and returns an integer.
    pub fn is_observer(&self, id: u32) -> bool {
        self.operations[id as usize].observer
    }

    /// An observer of values of a type that returns an integer of a type.
    pub fn observer(&self, of: u32, says: u32, rng: &mut Rng) -> Option<u32> {
        let list = &self.observers[of as usize];
        let count = list.iter().filter(|(_, output)| *output == says).count();
        if count == 0 {
            return None;
        }
        let nth = rng.below(count);
        list.iter().filter(|(_, output)| *output == says).nth(nth).map(|(id, _)| *id)
    }

    /// An operation to start with.
    pub fn choose(&mut self, rng: &mut Rng) -> Option<u32> {
        if self.available.is_empty() {
            return None;
        }
        if !self.adaptive {
            return Some(self.available[rng.below(self.available.len())]);
        }
        if let Some(id) = self.choose_frontier(rng) {
            return Some(id);
        }
        let list = if !self.exercising.is_empty() && rng.percent(75) {
            &self.exercising
        } else {
            &self.available
        };
        let mut best = list[rng.below(list.len())];
        for _ in 0..2 {
            let other = list[rng.below(list.len())];
            if self.burden_of_starts(other) < self.burden_of_starts(best) {
                best = other;
            }
        }
        Some(best)
    }

    /// An operation that takes a value of the type, and as which argument.
    pub fn choose_for(&self, ty: u32, rng: &mut Rng) -> Option<(u32, u8)> {
        let list = &self.consumers[ty as usize];
        if list.is_empty() {
            return None;
        }
        let mut best = None;
        for _ in 0..4 {
            let other = list[rng.below(list.len())];
            let missing = self.operations[other.0 as usize].missing & !(1 << other.1);
            if missing != 0 {
                continue;
            }
            let burden = self.burden(other.0);
            if best.map_or(true, |(least, _)| burden < least) {
                best = Some((burden, other));
            }
            if !self.adaptive || (!self.is_expensive(other.0) && rng.percent(50)) {
                break;
            }
        }
        best.map(|(_, found)| found)
    }

    /// The least tried of a few operations that would be a first, ever less often with more tries.
    fn choose_frontier(&mut self, rng: &mut Rng) -> Option<u32> {
        let mut best: Option<u32> = None;
        for _ in 0..3 {
            if self.frontier.is_empty() {
                return best;
            }
            let at = rng.below(self.frontier.len());
            let id = self.frontier[at];
            if !self.would_be_first(id) {
                self.frontier.swap_remove(at);
                continue;
            }
            let tried = |id: u32| self.operations[id as usize].tried;
            if best.map_or(true, |best| tried(id) < tried(best)) {
                best = Some(id);
            }
        }
        let id = best?;
        let tried = self.operations[id as usize].tried as usize;
        (rng.below(tried + 300) < 240 || rng.percent(8)).then_some(id)
    }

    /// The share of attempts that an operation has had: attempts by weight, more for those that never return or are expensive.
    fn burden(&self, id: u32) -> u32 {
        let tally = &self.operations[id as usize];
        let failing = if tally.returned == 0 { tally.tried / 2 } else { 0 };
        tally.charged(tally.tried).saturating_add(failing) / tally.weight.max(1)
    }

    /// The same for first calls: many calls on existing values are not many calls on new ones.
    fn burden_of_starts(&self, id: u32) -> u32 {
        let tally = &self.operations[id as usize];
        let failing = if tally.returned == 0 { tally.tried / 2 } else { 0 };
        tally.charged(tally.started).saturating_add(failing) / tally.weight.max(1)
    }

    fn make_available(&mut self, id: u32) {
        self.available.push(id);
        let tally = &self.operations[id as usize];
        if tally.function.is_some() || tally.law {
            self.exercising.push(id);
        }
        if self.would_be_first(id) {
            self.frontier.push(id);
        }
    }

    /// Returns whether the operation's function never returned, or others wait for its result.
    fn would_be_first(&self, id: u32) -> bool {
        let tally = &self.operations[id as usize];
        let output = tally.output as usize;
        tally.function.is_some_and(|function| !self.functions[function as usize])
            || (!self.inhabited[output] && !self.consumers[output].is_empty())
    }
}

/// The type whose values an operation drops, if it does nothing else and has nothing to say.
fn dropped(operation: &LinkedOperation) -> Option<u32> {
    let is_ours = operation.function.is_none() && operation.law.is_none() && !operation.spoils;
    match (is_ours, &operation.args[..]) {
        (true, [parameter]) => match parameter.accepts[..] {
            [(ty, Access::Move)] => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

fn is_unit(registry: &Registry, ty: u32) -> bool {
    registry.types[ty as usize].name == "()"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::*;
    use crate::link::table::Table;
    use gadfly_wire::{OperationPlan, Plan};

    struct Seed;
    struct Goal;

    const MAKE_SEED: u32 = 0;
    const MAKE_GOAL: u32 = 1;
    const USE_GOAL: u32 = 2;
    const OTHERS: std::ops::Range<u32> = 3..60;

    /// Only `USE_GOAL` and the others exercise functions; nothing but `MAKE_GOAL` leads to the former.
    fn chooser() -> (OperationChooser, Registry) {
        let mut table = Table::default();
        table.op(MAKE_SEED, call(args::<()>(), |()| Seed));
        table.op(MAKE_GOAL, try_call(args::<(Val<Seed>,)>(), |(_,)| Some(Goal)));
        table.op(USE_GOAL, call(args::<(Val<Goal>,)>(), |(_,)| ()));
        for id in OTHERS {
            table.op(id, call(args::<()>(), |()| 0_u8));
        }
        let plan = Plan {
            operations: (0..OTHERS.end)
                .map(|id| OperationPlan {
                    function: (id >= USE_GOAL).then_some(id),
                    ..OperationPlan::default()
                })
                .collect(),
            functions: OTHERS.end,
            literals: Vec::new(),
            laws: Vec::new(),
            properties: Vec::new(),
        };
        let registry = Registry::link(table, &plan).expect("table and plan fit");
        let mut chooser = OperationChooser::new(&registry, true);
        for id in OTHERS {
            chooser.returned(id);
        }
        (chooser, registry)
    }

    fn output(registry: &Registry, id: u32) -> u32 {
        registry.operation(id).expect("it is in the table").output
    }

    fn share(chooser: &mut OperationChooser, id: u32) -> usize {
        let mut rng = Rng::new(7);
        (0..1000)
            .filter(|_| {
                let chosen = chooser.choose(&mut rng).expect("there is always something");
                chooser.tried(chosen, true);
                chosen == id
            })
            .count()
    }

    #[test]
    fn awaited_types_are_made_first() {
        let (mut chooser, registry) = chooser();
        let (seed, goal) = (output(&registry, MAKE_SEED), output(&registry, MAKE_GOAL));
        let before = share(&mut chooser, MAKE_SEED);
        assert!(before > 200, "{before} of 1000");
        chooser.inhabited(seed);
        let before = share(&mut chooser, MAKE_GOAL);
        assert!(before > 200, "{before} of 1000");
        chooser.inhabited(goal);
        chooser.returned(USE_GOAL);
        let after = share(&mut chooser, MAKE_GOAL);
        assert!(after < 100, "{after} of 1000");
    }

    #[test]
    fn frequent_later_calls_still_start_sequences() {
        let (mut chooser, registry) = chooser();
        chooser.inhabited(output(&registry, MAKE_SEED));
        chooser.inhabited(output(&registry, MAKE_GOAL));
        chooser.returned(USE_GOAL);
        for _ in 0..10_000 {
            chooser.tried(USE_GOAL, false);
        }
        let starts = share(&mut chooser, USE_GOAL);
        assert!(starts > 8, "{starts} of 1000");
    }

    #[test]
    fn operations_that_allocate_much_get_fewer_turns() {
        let (mut chooser, registry) = chooser();
        chooser.inhabited(output(&registry, MAKE_SEED));
        chooser.inhabited(output(&registry, MAKE_GOAL));
        chooser.returned(USE_GOAL);
        chooser.spent(OTHERS.start, 100 << 20);
        let expensive = share(&mut chooser, OTHERS.start);
        let cheap = share(&mut chooser, OTHERS.start + 1);
        assert!(expensive * 3 < cheap, "{expensive} against {cheap}");
        assert!(chooser.is_expensive(OTHERS.start) && !chooser.is_expensive(OTHERS.start + 1));
    }
}
