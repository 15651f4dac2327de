//! The directed search: sequences that extend known values, guided by their outcomes.
//!
//! A sequence starts from an operation, takes arguments from its own variables or from the pool, and continues with
//! operations over values that it has just made or changed; some calls are repeated. A sequence that was built before is not built again. Every new value
//! goes into the pool, cut down to the statements it depends on.

use crate::coverage::NewEdges;
use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::number_set::NumberSet;
use crate::rng::{mix, Rng};
use crate::run::borrow::{is_exclusive, is_mutating, members, CallArg};
use crate::run::observer::Fingerprint;
use crate::run::outcome::CallOutcome;
use crate::run::program::SequenceNode;
use crate::strategy::explore::kept::KeptSequences;
use crate::strategy::explore::picks::Pick;
use crate::strategy::explore::pool::{PoolEntry, ValuePool};
use crate::strategy::explore::samples::Samples;
use crate::strategy::explore::splices::Splice;
use crate::strategy::{OperationChooser, Strategy};
use crate::values::fingerprint::FastHasher;
use gadfly_wire::{RunConfig, SearchSettings, Sequence};
use std::hash::{Hash, Hasher};

/// The number of times that arguments are chosen again if the borrow rules reject them or they were chosen before.
const RETRIES: usize = 3;
/// A sequence that has allocated this many bytes is not continued: further calls on its values are likely to be expensive as well.
const EXPENSIVE: u64 = 1 << 20;

/// The number of laws from names that are checked on a new value; the next value gets the next ones.
const LAWS_PER_STATE: usize = 2;

/// The directed search.
pub struct ExploreStrategy {
    pub(in crate::strategy) rng: Rng,
    pub(in crate::strategy) pool: ValuePool,
    pub(in crate::strategy) chooser: OperationChooser,
    pub(in crate::strategy) settings: SearchSettings,
    pub(in crate::strategy) max_sequence: usize,
    /// The passing sequences to send.
    pub(in crate::strategy) samples: Samples,
    /// The ways through the subject that were sent.
    pub(in crate::strategy) ways: NumberSet,
    /// The last known fingerprint of each variable of the running sequence; zero if unknown.
    pub(in crate::strategy) prints: Vec<u64>,
    pub(in crate::strategy) picks: Vec<Pick>,
    pub(in crate::strategy) args: Vec<CallArg>,
    pub(in crate::strategy) candidates: Vec<CallArg>,
    /// The companions of earlier arguments of a call: the argument's index, and the companion.
    pub(in crate::strategy) along: Vec<(usize, CallArg)>,
    /// The results of observers in the running sequence: receiver and result.
    pub(in crate::strategy) observed: Vec<(u32, u32)>,
    /// The operations that splice texts.
    pub(in crate::strategy) splices: Vec<Splice>,
    /// Texts that were made for the running sequence, by type.
    pub(in crate::strategy) spliced: Vec<(u32, PoolEntry)>,
    /// The variable that was changed last.
    pub(in crate::strategy) changed: Option<u32>,
    /// True if later calls, too, may repeat a known sequence, because new ones may follow it.
    pub(in crate::strategy) passes_through: bool,
    /// A hash of the statements of the running sequence.
    pub(in crate::strategy) sequence_hash: u64,
    /// The hashes of all sequences that were built.
    built: NumberSet,
    /// The additions of the running sequence to the pool: types and nodes.
    added: Vec<(u32, std::rc::Rc<SequenceNode>)>,
    kept: KeptSequences,
    /// The number of edges that the running sequence was the first to reach.
    reached: u32,
    none: [u64; 2],
    /// Sequences of an earlier run.
    pub(in crate::strategy) seeds: Vec<Sequence>,
}

/// The result of an attempt at one call.
enum CallAttempt {
    Returned(u32),
    /// Nothing happened; something else may work.
    Declined,
    /// The sequence is over.
    Over,
}

impl ExploreStrategy {
    /// A search that knows literals alone.
    pub fn new(registry: &Registry, config: &RunConfig, samples: Samples) -> Self {
        let mut explore = Self {
            rng: Rng::new(config.seed),
            pool: ValuePool::new(
                registry.types.len(),
                config.pool_per_type as usize,
                &config.search,
            ),
            chooser: OperationChooser::new(registry, config.search.adaptive),
            settings: config.search,
            max_sequence: (config.max_sequence as usize).clamp(2, crate::run::borrow::MAX_VARS),
            samples,
            ways: NumberSet::default(),
            prints: Vec::new(),
            picks: Vec::new(),
            args: Vec::new(),
            candidates: Vec::new(),
            along: Vec::new(),
            observed: Vec::new(),
            splices: Splice::all(registry),
            spliced: Vec::new(),
            changed: None,
            passes_through: false,
            sequence_hash: 0,
            built: NumberSet::default(),
            added: Vec::new(),
            kept: KeptSequences::new(registry),
            reached: 0,
            none: none_prints(),
            seeds: config.seeds.clone(),
        };
        explore.pool.add_literals(registry, &mut explore.chooser);
        explore
    }

    /// Runs one sequence: a first call, then more calls with its values.
    fn sequence(&mut self, machine: &mut Machine<'_>) {
        let steps = self.steps();
        let Some(mut latest) = self.start(machine, None) else { return };
        for _ in 0..steps {
            match self.step(machine, latest) {
                Some(var) => latest = var,
                None => return,
            }
        }
    }

    /// The number of calls that a sequence makes after its first.
    pub(in crate::strategy) fn steps(&mut self) -> usize {
        let most = self.settings.append_most as usize;
        let more = if matches!(self.samples, Samples::Borrowing(_)) { 5 } else { 0 };
        1 + self.rng.below((most + more).max(1))
    }

    /// Makes a first call, this one or any: the variable it defines.
    pub(in crate::strategy) fn start(
        &mut self,
        machine: &mut Machine<'_>,
        first: Option<u32>,
    ) -> Option<u32> {
        let first = first.or_else(|| self.chooser.choose(&mut self.rng))?;
        match self.attempt(machine, first, None) {
            CallAttempt::Returned(var) => Some(var),
            CallAttempt::Declined | CallAttempt::Over => None,
        }
    }

    /// Returns whether the sequence may continue.
    pub(in crate::strategy) fn has_room(&self, machine: &Machine<'_>) -> bool {
        machine.sequence().len() < self.max_sequence && machine.spent() < EXPENSIVE
    }

    /// Makes another call with a value of the sequence; returns the latest variable, or `None` when the sequence is over.
    pub(in crate::strategy) fn step(
        &mut self,
        machine: &mut Machine<'_>,
        latest: u32,
    ) -> Option<u32> {
        if !self.has_room(machine) {
            return None;
        }
        let var = self.focus(machine, latest)?;
        let ty = machine.sequence().type_of(var);
        let Some((id, index)) = self.chooser.choose_for(ty, &mut self.rng) else {
            return Some(latest);
        };
        self.step_with(machine, id, (index, var), latest)
    }

    /// Makes this call with a variable as this argument; returns the latest variable, or `None` when the sequence is over.
    pub(in crate::strategy) fn step_with(
        &mut self,
        machine: &mut Machine<'_>,
        id: u32,
        pinned: (u8, u32),
        latest: u32,
    ) -> Option<u32> {
        match self.attempt(machine, id, Some(pinned)) {
            CallAttempt::Returned(var) => Some(var),
            CallAttempt::Declined => Some(latest),
            CallAttempt::Over => None,
        }
    }

    /// The variable for the next call: often the latest or the last changed one, else any that is alive, calls before literals.
    fn focus(&mut self, machine: &Machine<'_>, latest: u32) -> Option<u32> {
        let plain =
            machine.registry.types[machine.sequence().type_of(latest) as usize].integer.is_some();
        if machine.sequence().is_alive(latest) && self.rng.percent(if plain { 10 } else { 45 }) {
            return Some(latest);
        }
        if let Some(changed) = self.changed.filter(|var| machine.sequence().is_alive(*var)) {
            if self.rng.percent(50) {
                return Some(changed);
            }
        }
        let alive = machine.sequence().borrows().alive();
        let count = alive.count_ones() as usize;
        let mut found = None;
        for _ in 0..3 {
            found =
                (count > 0).then(|| self.rng.below(count)).and_then(|nth| members(alive).nth(nth));
            let code = found.map(|var| machine.sequence().program().step(var).code);
            if code.is_some_and(|code| machine.registry.operation(code).is_some()) {
                break;
            }
        }
        found
    }

    fn attempt(
        &mut self,
        machine: &mut Machine<'_>,
        id: u32,
        pinned: Option<(u8, u32)>,
    ) -> CallAttempt {
        self.chooser.tried(id, pinned.is_none());
        for retry in 1..=RETRIES {
            // A first call that was made before still leads to sequences that were not.
            let again = (pinned.is_none() || self.passes_through) && retry == RETRIES;
            let outcome = match self.make(machine, id, pinned, again) {
                MadeCall::CallOutcome(outcome) => outcome,
                MadeCall::Before => continue,
                MadeCall::Impossible => return CallAttempt::Declined,
                MadeCall::Over => return CallAttempt::Over,
            };
            let args = std::mem::take(&mut self.args);
            let attempt = match outcome {
                CallOutcome::Returned(var) => {
                    let over = !self.learn(machine, id, Some(var), &args)
                        || !self.repeat(machine, id, &args);
                    Some(if over { CallAttempt::Over } else { CallAttempt::Returned(var) })
                }
                // The sequence continues with the values that the panic left behind.
                CallOutcome::Caught if !self.learn(machine, id, None, &args) => {
                    Some(CallAttempt::Over)
                }
                CallOutcome::Caught => {
                    let left = args
                        .iter()
                        .map(|arg| arg.var)
                        .find(|var| machine.sequence().is_alive(*var));
                    Some(left.map_or(CallAttempt::Over, CallAttempt::Returned))
                }
                CallOutcome::Rejected(_) => None,
                CallOutcome::Quarantined => Some(CallAttempt::Declined),
                CallOutcome::Illegal
                | CallOutcome::Panicked
                | CallOutcome::Broken
                | CallOutcome::Left => Some(CallAttempt::Over),
            };
            self.args = args;
            if let Some(attempt) = attempt {
                return attempt;
            }
        }
        CallAttempt::Declined
    }

    /// Chooses arguments, runs the sequences that supply them, and makes the call; if all of that was built before, only when `again` is set.
    fn make(
        &mut self,
        machine: &mut Machine<'_>,
        id: u32,
        pinned: Option<(u8, u32)>,
        again: bool,
    ) -> MadeCall {
        if let Err(made) = self.pick_args(machine, id, pinned) {
            return made;
        }
        let sequence_hash = self.sequence_hash_with(id);
        if self.settings.skip_built && !self.built.insert(sequence_hash) && !again {
            return MadeCall::Before;
        }
        if !self.supply(machine) {
            return MadeCall::Over;
        }
        self.sequence_hash = sequence_hash;
        let before = machine.spent();
        let outcome = machine.call(id, &self.args);
        // Allocations of a panic are the runtime's, not the operation's.
        if let CallOutcome::Returned(var) = outcome {
            self.chooser.spent(id, machine.spent() - before);
            self.chooser.returned(id);
            let fresh = if machine.coverage.is_cheap() {
                machine.coverage.look()
            } else {
                NewEdges::default()
            };
            self.reached += fresh.here;
            self.kept.returned(machine, id, var, fresh.anywhere);
        }
        MadeCall::CallOutcome(outcome)
    }

    /// Occasionally repeats a call, with the same arguments or with others. False when the sequence is over.
    fn repeat(&mut self, machine: &mut Machine<'_>, id: u32, args: &[CallArg]) -> bool {
        let Some(receiver) = args.iter().position(|arg| is_mutating(arg.access)) else {
            return true;
        };
        if !self.rng.percent(self.settings.repeat_percent) {
            return true;
        }
        let pinned = (receiver as u8, args[receiver].var);
        let used_up = |arg: &CallArg| is_exclusive(arg.access) && !is_mutating(arg.access);
        let vary = args.iter().any(used_up) || (args.len() > 1 && self.rng.percent(60));
        let most = (self.settings.repeat_most as usize >> self.rng.below(7)).max(1);
        for left in (0..1 + self.rng.below(most)).rev() {
            if machine.sequence().len() + args.len() >= self.max_sequence
                || machine.spent() >= EXPENSIVE
            {
                break;
            }
            let outcome = if vary {
                match self.make(machine, id, Some(pinned), false) {
                    MadeCall::CallOutcome(outcome) => outcome,
                    MadeCall::Before | MadeCall::Impossible => break,
                    MadeCall::Over => return false,
                }
            } else {
                self.args.clear();
                self.args.extend_from_slice(args);
                self.sequence_hash = mix(self.sequence_hash ^ u64::from(id));
                machine.call(id, args)
            };
            let args = std::mem::take(&mut self.args);
            let goes_on = match outcome {
                CallOutcome::Returned(var) if left == 0 || self.rng.percent(20) => {
                    self.learn(machine, id, Some(var), &args)
                }
                CallOutcome::Caught => self.learn(machine, id, None, &args),
                CallOutcome::Returned(_) => {
                    // Its effects have not been observed.
                    self.forget(&args);
                    true
                }
                CallOutcome::Rejected(_) | CallOutcome::Quarantined => return true,
                CallOutcome::Illegal
                | CallOutcome::Panicked
                | CallOutcome::Broken
                | CallOutcome::Left => false,
            };
            self.args = args;
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn forget(&mut self, args: &[CallArg]) {
        for arg in args.iter().filter(|arg| is_mutating(arg.access)) {
            if let Some(print) = self.prints.get_mut(arg.var as usize) {
                *print = 0;
            }
        }
    }

    /// Observes the values that a call made or changed, and keeps new ones. False if the observation panicked.
    pub(in crate::strategy) fn learn(
        &mut self,
        machine: &mut Machine<'_>,
        id: u32,
        result: Option<u32>,
        args: &[CallArg],
    ) -> bool {
        if let ([receiver], Some(result)) = (args, result) {
            if self.chooser.is_observer(id) {
                self.observed.push((receiver.var, result));
            }
        }
        let changed = args.iter().filter(|arg| is_mutating(arg.access)).map(|arg| arg.var);
        for var in result.into_iter().chain(changed) {
            let (print, exact) = match machine.fingerprint(var) {
                Fingerprint::Value(print) => (print, true),
                // A few different ones per operation have to do.
                Fingerprint::Opaque => (mix(u64::from(id) << 8 | self.rng.below(4) as u64), false),
                Fingerprint::Blocked => continue,
                Fingerprint::Panicked => return false,
            };
            self.prints.resize(machine.sequence().len(), 0);
            if exact && self.prints[var as usize] == print && Some(var) != result {
                machine.note_unchanged(var);
                continue;
            }
            self.prints[var as usize] = print;
            if Some(var) != result {
                self.changed = Some(var);
            }
            let ty = machine.sequence().type_of(var);
            let is_new = self.pool.is_new(ty, print);
            if !machine.check_laws(var, is_new || !exact) || (is_new && !self.hold(machine, var)) {
                return false;
            }
            if is_new {
                if self.pool.wants(ty, &mut self.rng) {
                    self.keep(machine, id, var, print);
                }
            } else if let Some(length) = self.pool.length_of(ty, print).filter(|_| exact) {
                if length > 2 && self.rng.one_in(4) {
                    self.shorten(machine, id, var, print, length - 1);
                }
            }
        }
        true
    }

    /// Checks a new value against some of the laws about a single value. False if it breaks one.
    fn hold(&mut self, machine: &mut Machine<'_>, var: u32) -> bool {
        let ty = machine.sequence().type_of(var);
        let count = self.chooser.laws_of(ty).min(LAWS_PER_STATE);
        (0..count)
            .all(|_| self.chooser.next_law(ty).map_or(true, |law| machine.keeps_law(law, var)))
    }

    /// Puts a value into the pool, unless it is of no use there.
    fn keep(&mut self, machine: &Machine<'_>, id: u32, var: u32, print: u64) {
        let ty = machine.sequence().type_of(var);
        let facts = &machine.registry.types[ty as usize];
        let has = self.pool.has(ty);
        let large = facts.integer.is_some()
            && machine.sequence().magnitude(var) > self.settings.large_integer;
        if has && large {
            return;
        }
        // A value whose sequence leaves no room for calls is of little use, but better than none.
        let room = if has { self.max_sequence / 2 } else { self.max_sequence - 2 };
        let Some(entry) = entry(machine, id, var, print, room as u32) else { return };
        let is_none = is_option(facts.name) && self.none.contains(&print);
        self.added.push((ty, std::rc::Rc::clone(&entry.node)));
        if self.pool.add(ty, entry, is_none, &mut self.rng) {
            self.chooser.inhabited(ty);
        }
    }

    /// Keeps this way to a value that is in the pool already, if it is the shorter one.
    fn shorten(&mut self, machine: &Machine<'_>, id: u32, var: u32, print: u64, most: u32) {
        if let Some(shorter) = entry(machine, id, var, print, most) {
            self.pool.shorten(machine.sequence().type_of(var), shorter);
        }
    }

    /// Reads the coverage of the sequence, and keeps values and sequences that reached something new.
    fn reached(&mut self, machine: &mut Machine<'_>, passed: bool) {
        let fresh = machine.coverage.look();
        let reached = self.reached + fresh.here;
        if reached > 0 {
            // Texts that reached something new are spliced further.
            for (ty, text) in std::mem::take(&mut self.spliced) {
                if text.node.length() as usize <= self.max_sequence / 2 {
                    self.pool.add(ty, PoolEntry { edges: reached, ..text }, false, &mut self.rng);
                }
            }
            for (ty, node) in &self.added {
                self.pool.credit_edges(*ty, node, reached);
            }
            if let (true, Some(var)) = (self.added.is_empty(), self.changed) {
                let print = self.prints.get(var as usize).copied().unwrap_or(0);
                let code = machine.sequence().program().step(var).code;
                self.keep(machine, code, var, print);
                if let Some((ty, node)) = self.added.last() {
                    self.pool.credit_edges(*ty, node, reached);
                }
            }
        }
        if passed {
            self.kept.passed(machine, fresh.anywhere);
        }
    }
}

/// The result of choosing arguments and making a call.
pub(in crate::strategy) enum MadeCall {
    /// It was made.
    CallOutcome(CallOutcome),
    /// The same sequence was built before.
    Before,
    /// There is no value for an argument.
    Impossible,
    /// The sequence is over.
    Over,
}

impl ExploreStrategy {
    /// Starts a sequence.
    pub(in crate::strategy) fn begin(&mut self, machine: &mut Machine<'_>) {
        machine.begin();
        self.prints.clear();
        self.observed.clear();
        self.spliced.clear();
        self.added.clear();
        self.changed = None;
        self.reached = 0;
        self.sequence_hash = 0;
    }

    /// Ends the sequence. True if nothing went wrong in it.
    pub(in crate::strategy) fn end(&mut self, machine: &mut Machine<'_>) -> bool {
        let passed = machine.finish();
        self.reached(machine, passed);
        passed
    }

    /// Returns whether the running sequence was never built with a call of this operation on the picked arguments.
    pub(in crate::strategy) fn is_unbuilt(&mut self, id: u32) -> bool {
        let sequence_hash = self.sequence_hash_with(id);
        self.built.insert(sequence_hash)
    }
}

impl Strategy for ExploreStrategy {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        self.begin(machine);
        if !self.seed(machine) {
            self.sequence(machine);
        }
        let passed = self.end(machine);
        self.sample(machine, passed)
    }

    fn reseed(&mut self, salt: u64) {
        self.rng = Rng::new(self.rng.bits() ^ mix(salt));
    }

    fn states(&self) -> u64 {
        self.pool.states()
    }
}

/// A value of the running sequence, which this operation has made or changed, as one to start from; nothing if that would take
/// more statements than this many.
fn entry(machine: &Machine<'_>, origin: u32, var: u32, print: u64, most: u32) -> Option<PoolEntry> {
    let excerpt = machine.sequence().short_excerpt(var, most)?;
    Some(PoolEntry {
        var: excerpt.number(var).unwrap_or(0),
        origin,
        print,
        parentless: machine.sequence().borrows().is_parentless(var),
        magnitude: machine.sequence().magnitude(var),
        companions: machine.sequence().companions(&excerpt, var),
        ..PoolEntry::of(excerpt.node)
    })
}

fn is_option(name: &str) -> bool {
    ["Option<", "core::option::Option<", "std::option::Option<"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// The fingerprints of `None`, through `Hash` and through `Debug`.
fn none_prints() -> [u64; 2] {
    let mut hashed = FastHasher::with_cap(64);
    None::<u8>.hash(&mut hashed);
    let mut shown = FastHasher::with_cap(64);
    shown.write(b"None");
    [hashed.finish(), shown.finish()]
}
