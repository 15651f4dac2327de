//! The random walk: feedback-directed sequences that grow from values seen before.
//!
//! A sequence starts from an operation, takes arguments from its own variables or from the pool, and goes on with operations
//! over what it has just made or changed. Whatever is new goes into the pool, cut down to the statements it depends on.

use super::{Chooser, Strategy};
use crate::borrow::{is_exclusive, is_mutating, members, Arg};
use crate::execute::{Machine, Outcome, Print};
use crate::pool::{Entry, Pool, Wish, SMALL};
use crate::program::{to_wire, Node};
use crate::registry::Registry;
use crate::rng::{mix, Rng};
use gadfly_wire::{Event, RunConfig};
use std::sync::atomic::Ordering::Relaxed;

/// How often arguments are chosen anew when the borrow rules reject them.
const RETRIES: usize = 3;
/// A sequence that has allocated this many bytes is not continued: whatever is done to its values is likely to be dear as well.
const DEAR: u64 = 1 << 20;

/// The random walk.
pub struct Walk {
    rng: Rng,
    pool: Pool,
    chooser: Chooser,
    max_sequence: usize,
    /// How many passing sequences to send.
    samples: u32,
    /// The last known fingerprint of each variable of the running sequence; zero if unknown.
    prints: Vec<u64>,
    args: Vec<Arg>,
    candidates: Vec<Arg>,
}

/// How the attempt at one call went.
enum Attempt {
    Returned(u32),
    /// Nothing happened; something else may work.
    Declined,
    /// The sequence is over.
    Over,
}

impl Walk {
    /// A walk that has seen nothing but literals.
    pub fn new(registry: &Registry, config: &RunConfig, samples: u32) -> Self {
        let mut walk = Self {
            rng: Rng::new(config.seed),
            pool: Pool::new(registry.types.len(), config.pool_per_type as usize),
            chooser: Chooser::new(registry),
            max_sequence: (config.max_sequence as usize).clamp(2, crate::borrow::MAX_VARS),
            samples,
            prints: Vec::new(),
            args: Vec::new(),
            candidates: Vec::new(),
        };
        for (index, literal) in registry.literals.iter().enumerate() {
            let code = (registry.operations.len() + index) as u32;
            let ty = &registry.types[literal.ty as usize];
            let magnitude = literal.magnitude(ty.integer);
            let entry =
                Entry { node: Node::leaf(code), var: 0, origin: code, print: 0, parentless: true };
            let first = !walk.pool.has(literal.ty);
            walk.pool.add_literal(literal.ty, entry, literal.weight, magnitude);
            if first {
                walk.chooser.inhabited(literal.ty);
            }
        }
        walk
    }

    /// One sequence: a first call, then more over what is there.
    fn sequence(&mut self, machine: &mut Machine<'_>) {
        let Some(first) = self.chooser.choose(&mut self.rng) else { return };
        let mut steps = 1 + self.rng.below(if self.samples > 0 { 14 } else { 9 });
        let mut latest = match self.attempt(machine, first, None) {
            Attempt::Returned(var) => var,
            Attempt::Declined | Attempt::Over => return,
        };
        while steps > 0 && machine.len() < self.max_sequence && machine.spent() < DEAR {
            steps -= 1;
            let Some(var) = self.focus(machine, latest) else { return };
            let ty = machine.type_of(var);
            let Some((id, index)) = self.chooser.choose_for(ty, &mut self.rng) else { continue };
            match self.attempt(machine, id, Some((index, var))) {
                Attempt::Returned(var) => latest = var,
                Attempt::Declined => {}
                Attempt::Over => return,
            }
        }
    }

    /// The variable to go on with: often the latest, else any that is alive.
    fn focus(&mut self, machine: &Machine<'_>, latest: u32) -> Option<u32> {
        if machine.is_alive(latest) && self.rng.percent(45) {
            return Some(latest);
        }
        let alive = machine.borrows().alive();
        let count = alive.count_ones() as usize;
        (count > 0).then(|| self.rng.below(count)).and_then(|nth| members(alive).nth(nth))
    }

    fn attempt(
        &mut self,
        machine: &mut Machine<'_>,
        id: u32,
        pinned: Option<(u8, u32)>,
    ) -> Attempt {
        self.chooser.tried(id);
        for _ in 0..RETRIES {
            match self.choose_args(machine, id, pinned) {
                Choice::Chosen => {}
                Choice::Impossible => return Attempt::Declined,
                Choice::Over => return Attempt::Over,
            }
            let args = std::mem::take(&mut self.args);
            let before = machine.spent();
            let outcome = machine.call(id, &args);
            self.chooser.spent(id, machine.spent() - before);
            let attempt = match outcome {
                Outcome::Returned(var) => {
                    self.chooser.returned(id);
                    let over =
                        !self.learn(machine, id, var, &args) || !self.repeat(machine, id, &args);
                    Some(if over { Attempt::Over } else { Attempt::Returned(var) })
                }
                Outcome::Rejected(_) => None,
                Outcome::Quarantined => Some(Attempt::Declined),
                Outcome::Illegal | Outcome::Panicked | Outcome::Broken => Some(Attempt::Over),
            };
            self.args = args;
            if let Some(attempt) = attempt {
                return attempt;
            }
        }
        Attempt::Declined
    }

    /// Now and then makes the same call a few times over. False when the sequence is over.
    fn repeat(&mut self, machine: &mut Machine<'_>, id: u32, args: &[Arg]) -> bool {
        let repeatable = args.iter().any(|arg| is_mutating(arg.access))
            && args.iter().all(|arg| is_mutating(arg.access) || !is_exclusive(arg.access));
        if !repeatable || !self.rng.percent(6) {
            return true;
        }
        for _ in 0..1 + self.rng.below(8) {
            if machine.len() >= self.max_sequence || machine.spent() >= DEAR {
                break;
            }
            match machine.call(id, args) {
                Outcome::Returned(var) => {
                    if !self.learn(machine, id, var, args) {
                        return false;
                    }
                }
                Outcome::Rejected(_) | Outcome::Quarantined => break,
                Outcome::Illegal | Outcome::Panicked | Outcome::Broken => return false,
            }
        }
        true
    }

    /// Looks at what a call made and changed, and keeps what is new. False when looking panicked.
    fn learn(&mut self, machine: &mut Machine<'_>, id: u32, result: u32, args: &[Arg]) -> bool {
        let changed = args.iter().filter(|arg| is_mutating(arg.access)).map(|arg| arg.var);
        for var in std::iter::once(result).chain(changed) {
            let (print, exact) = match machine.fingerprint(var) {
                Print::Value(print) => (print, true),
                // A few different ones per operation have to do.
                Print::Opaque => (mix(u64::from(id) << 8 | self.rng.below(4) as u64), false),
                Print::Blocked => continue,
                Print::Panicked => return false,
            };
            self.prints.resize(machine.len(), 0);
            if exact && self.prints[var as usize] == print && var != result {
                machine.unchanged(var);
                continue;
            }
            self.prints[var as usize] = print;
            let ty = machine.type_of(var);
            if self.pool.is_new(ty, print) && self.pool.wants(ty, &mut self.rng) {
                let (node, number) = machine.keep(var);
                // What leaves no room to go on is a dead end, but better than nothing.
                let room =
                    if self.pool.has(ty) { self.max_sequence / 2 } else { self.max_sequence - 2 };
                if node.length() as usize > room {
                    continue;
                }
                let parentless = machine.borrows().is_parentless(var);
                let entry = Entry { node, var: number, origin: id, print, parentless };
                if self.pool.add(ty, entry, &mut self.rng) {
                    self.chooser.inhabited(ty);
                }
            }
        }
        true
    }

    /// Chooses the arguments of a call, running kept sequences that supply them.
    fn choose_args(
        &mut self,
        machine: &mut Machine<'_>,
        id: u32,
        pinned: Option<(u8, u32)>,
    ) -> Choice {
        self.args.clear();
        let registry = machine.registry;
        let Some(operation) = registry.operation(id) else { return Choice::Impossible };
        let long = self.chooser.is_hard(id);
        for (index, parameter) in operation.args.iter().enumerate() {
            if let Some((at, var)) = pinned {
                let ty = machine.type_of(var);
                let accepted = parameter.accepts.iter().find(|(accepted, _)| *accepted == ty);
                if let (true, true, Some((_, access))) =
                    (at as usize == index, machine.is_alive(var), accepted)
                {
                    self.args.push(Arg { var, access: *access });
                    continue;
                }
            }
            let wish = Wish {
                small: operation.size_args & (1 << index) != 0 && !self.rng.one_in(40),
                parentless: operation.borrow.static_args & (1 << index) != 0,
                long,
            };
            match self.choose_arg(machine, &parameter.accepts, wish) {
                Ok(arg) => self.args.push(arg),
                Err(choice) => return choice,
            }
        }
        Choice::Chosen
    }

    fn choose_arg(
        &mut self,
        machine: &mut Machine<'_>,
        accepts: &[(u32, gadfly_wire::Access)],
        wish: Wish,
    ) -> Result<Arg, Choice> {
        self.candidates.clear();
        machine.candidates(accepts, &mut self.candidates);
        let args = &self.args;
        self.candidates.retain(|candidate| {
            (!wish.small || machine.magnitude(candidate.var) <= SMALL)
                && (!wish.parentless || machine.borrows().is_parentless(candidate.var))
                && args.iter().all(|arg| {
                    arg.var != candidate.var
                        || !(is_exclusive(arg.access) || is_exclusive(candidate.access))
                })
        });
        let stocked = accepts.iter().filter(|(ty, _)| self.pool.has(*ty)).count();
        let own = !self.candidates.is_empty() && (stocked == 0 || self.rng.percent(40));
        if !own && stocked > 0 {
            let nth = if self.rng.percent(50) { 0 } else { self.rng.below(stocked) };
            let (ty, access) = *accepts
                .iter()
                .filter(|(ty, _)| self.pool.has(*ty))
                .nth(nth)
                .ok_or(Choice::Impossible)?;
            for _ in 0..RETRIES {
                let Some(entry) = self.pool.draw(ty, wish, &mut self.rng) else { break };
                if machine.len() + (entry.node.length() as usize) < self.max_sequence {
                    let (node, var, print) =
                        (std::rc::Rc::clone(&entry.node), entry.var, entry.print);
                    return match machine.append(&node) {
                        Ok(base) => {
                            self.prints.resize(machine.len(), 0);
                            self.prints[(base + var) as usize] = print;
                            Ok(Arg { var: base + var, access })
                        }
                        // It worked before, so something hidden has a part in it.
                        Err(_) => {
                            self.pool.remove(ty, &node);
                            Err(Choice::Over)
                        }
                    };
                }
            }
        }
        if self.candidates.is_empty() {
            return Err(Choice::Impossible);
        }
        Ok(self.candidates[self.rng.below(self.candidates.len())])
    }

    /// Sends some of the passing sequences, once the pool has something to offer.
    fn sample(&mut self, machine: &mut Machine<'_>) {
        let sent = machine.journal.samples.load(Relaxed);
        let sequences = machine.journal.sequences.load(Relaxed);
        // Sequences that end with live borrows say the most about the borrow table.
        let borrows = machine.borrows();
        let borrowing = members(borrows.alive()).any(|var| !borrows.is_parentless(var));
        let rarity = if borrowing { 2 } else { 32 };
        if sent >= self.samples || sequences < 500 || machine.len() < 3 || !self.rng.one_in(rarity)
        {
            return;
        }
        let sequence = to_wire(machine.registry, &machine.journal.words());
        machine.journal.samples.store(sent + 1, Relaxed);
        machine.sink.send(&Event::Sample { sequence });
    }
}

enum Choice {
    Chosen,
    Impossible,
    Over,
}

impl Strategy for Walk {
    fn round(&mut self, machine: &mut Machine<'_>) -> bool {
        machine.begin();
        self.prints.clear();
        self.sequence(machine);
        if machine.finish() && self.samples > 0 {
            self.sample(machine);
        }
        self.samples == 0 || machine.journal.samples.load(Relaxed) < self.samples
    }

    fn reseed(&mut self, salt: u64) {
        self.rng = Rng::new(self.rng.bits() ^ mix(salt));
    }

    fn states(&self) -> u64 {
        self.pool.states()
    }
}
