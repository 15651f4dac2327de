//! The choice of arguments: the sequence's own variables, values of the pool, integers near an observer's result.
//!
//! All arguments of a call are picked before anything is run for them, so that a sequence that was built before is not run
//! again.

use crate::link::registry::Registry;
use crate::machine::Machine;
use crate::rng::mix;
use crate::run::borrow::{is_exclusive, is_mutating, CallArg};
use crate::run::outcome::CallOutcome;
use crate::run::program::{Companion, SequenceNode};
use crate::strategy::explore::directed::{ExploreStrategy, MadeCall};
use crate::strategy::explore::pool::{PoolEntry, Preference, Size};
use gadfly_wire::Access;
use std::rc::Rc;

/// The number of times that another value is drawn when one is too long.
const RETRIES: usize = 3;

/// The number of fresh literals that are looked at for one of the preferred size.
const SIZED: usize = 8;

/// The source of an argument.
#[derive(Clone, Debug)]
pub(in crate::strategy) enum Pick {
    /// A variable of the sequence.
    Own(CallArg),
    /// A kept sequence to run for it; its other values are dropped if `alone` is set.
    Kept {
        node: Rc<SequenceNode>,
        var: u32,
        print: u64,
        ty: u32,
        access: Access,
        alone: bool,
        companions: Rc<[Companion]>,
    },
    /// The same as an earlier argument.
    Same { index: usize, access: Access },
    /// A companion that the kept sequence of an earlier argument makes.
    Along { index: usize, var: u32, access: Access },
}

impl Pick {
    /// A kept value, whose sequence is to be run.
    pub(in crate::strategy) fn kept(
        entry: &PoolEntry,
        ty: u32,
        access: Access,
        alone: bool,
    ) -> Self {
        Pick::Kept {
            node: Rc::clone(&entry.node),
            var: entry.var,
            print: entry.print,
            ty,
            access,
            alone,
            companions: Rc::clone(&entry.companions),
        }
    }
}

impl ExploreStrategy {
    /// Picks the arguments of a call.
    pub(in crate::strategy) fn pick_args(
        &mut self,
        machine: &mut Machine<'_>,
        id: u32,
        pinned: Option<(u8, u32)>,
    ) -> Result<(), MadeCall> {
        self.picks.clear();
        let registry = machine.registry;
        let Some(operation) = registry.operation(id) else { return Err(MadeCall::Impossible) };
        let long = self.chooser.is_hard(id);
        let is_expensive = self.chooser.is_expensive(id);
        let rarity = self.settings.large_size_one_in.max(1) as usize;
        for (index, parameter) in operation.args.iter().enumerate() {
            if let Some((at, var)) = pinned {
                let ty = machine.sequence().type_of(var);
                let accepted = parameter.accepts.iter().find(|(accepted, _)| *accepted == ty);
                if let (true, true, Some((_, access))) =
                    (at as usize == index, machine.sequence().is_alive(var), accepted)
                {
                    self.picks.push(Pick::Own(CallArg { var, access: *access }));
                    continue;
                }
                if let [(ty, access)] = parameter.accepts[..] {
                    let integer = registry.types[ty as usize].integer.is_some();
                    if integer && self.rng.percent(self.settings.boundary_percent) {
                        match self.pick_near(machine, var, ty, access) {
                            Ok(Some(pick)) => {
                                self.picks.push(pick);
                                continue;
                            }
                            Ok(None) => {}
                            Err(made) => return Err(made),
                        }
                    }
                }
            }
            let is_size = operation.size_args & (1 << index) != 0;
            let size = if !is_size {
                // An operation that is expensive in general is usually cheap with small arguments.
                if is_expensive {
                    Size::Tiny
                } else {
                    Size::Any
                }
            } else if !self.rng.one_in(rarity) {
                Size::Small
            } else if is_expensive || self.rng.percent(67) {
                // A request beyond all memory fails at once and costs nothing.
                Size::Hopeless
            } else {
                Size::Any
            };
            let preference = Preference {
                size,
                parentless: operation.borrow.static_args & (1 << index) != 0,
                long,
            };
            let pick = self.pick_arg(machine, &parameter.accepts, preference);
            self.picks.push(pick.ok_or(MadeCall::Impossible)?);
        }
        Ok(())
    }

    fn pick_arg(
        &mut self,
        machine: &Machine<'_>,
        accepts: &[(u32, Access)],
        preference: Preference,
    ) -> Option<Pick> {
        self.candidates.clear();
        machine.sequence().candidates(accepts, &mut self.candidates);
        let (picks, registry) = (&self.picks, machine.registry);
        self.candidates.retain(|candidate| {
            let integer =
                registry.types[machine.sequence().type_of(candidate.var) as usize].integer;
            (integer.is_none()
                || preference.size.suits(machine.sequence().magnitude(candidate.var)))
                && (!preference.parentless
                    || machine.sequence().borrows().is_parentless(candidate.var))
                && picks.iter().all(|pick| match pick {
                    Pick::Own(arg) => {
                        arg.var != candidate.var
                            || !(is_exclusive(arg.access) || is_exclusive(candidate.access))
                    }
                    _ => true,
                })
        });
        let same = self.same(accepts);
        self.find_along(accepts);
        let own = self.candidates.len() + self.along.len() + usize::from(same.is_some());
        let stocked = accepts.iter().filter(|(ty, _)| self.pool.has(*ty)).count();
        let is_object = !accepts.iter().any(|(ty, _)| self.pool.has_literals(*ty));
        let percent =
            if is_object { self.settings.own_object_percent } else { self.settings.own_percent };
        let use_own = own > 0 && (stocked == 0 || self.rng.percent(percent));
        if !use_own && stocked > 0 {
            let nth = if self.rng.percent(50) { 0 } else { self.rng.below(stocked) };
            let (ty, access) = *accepts.iter().filter(|(ty, _)| self.pool.has(*ty)).nth(nth)?;
            let waiting: usize = self
                .picks
                .iter()
                .map(|pick| match pick {
                    Pick::Kept { node, .. } => node.length() as usize,
                    _ => 0,
                })
                .sum();
            if let Some(entry) = self.splice(machine, ty) {
                if machine.sequence().len() + waiting + (entry.node.length() as usize)
                    < self.max_sequence
                {
                    let pick = Pick::kept(&entry, ty, access, false);
                    self.spliced.push((ty, entry));
                    return Some(pick);
                }
            }
            if let Some(entry) = self.fresh(registry, ty, preference) {
                if machine.sequence().len() + waiting < self.max_sequence {
                    return Some(Pick::kept(&entry, ty, access, false));
                }
            }
            for _ in 0..RETRIES {
                let Some(entry) = self.pool.draw(ty, preference, &mut self.rng) else { break };
                if machine.sequence().len() + waiting + (entry.node.length() as usize)
                    < self.max_sequence
                {
                    let alone =
                        entry.node.length() > 1 && self.rng.percent(self.settings.alone_percent);
                    return Some(Pick::kept(entry, ty, access, alone));
                }
            }
        }
        if own == 0 {
            return None;
        }
        let nth = self.rng.below(own);
        let own = self.candidates.get(nth).map(|arg| Pick::Own(*arg));
        let along = || self.along.get(nth - self.candidates.len());
        own.or_else(|| {
            along().map(|&(index, CallArg { var, access })| Pick::Along { index, var, access })
        })
        .or(same)
    }

    /// Now and then a literal that no value was made from before, of a size that will do.
    fn fresh(&mut self, registry: &Registry, ty: u32, preference: Preference) -> Option<PoolEntry> {
        for _ in 0..SIZED {
            let code = self.pool.fresh.draw(ty, &mut self.rng)?;
            let literal = registry.literal(code)?;
            let is_sized = registry.types[ty as usize].integer.is_some();
            if !is_sized || preference.size.suits(literal.extent()) {
                let node = SequenceNode::expensive_leaf(code, literal.length());
                return Some(PoolEntry { origin: code, ..PoolEntry::of(node) });
            }
        }
        None
    }

    /// Finds companions of earlier arguments, which are still to be made, that may be passed here.
    fn find_along(&mut self, accepts: &[(u32, Access)]) {
        self.along.clear();
        for (index, pick) in self.picks.iter().enumerate() {
            let Pick::Kept { companions, alone: false, .. } = pick else { continue };
            for companion in companions.iter() {
                let accepted = accepts.iter().find(|(ty, _)| *ty == companion.ty);
                let Some(&(_, access)) = accepted else { continue };
                let is_taken = |pick: &Pick| {
                    matches!(pick, Pick::Along { index: other, var, access: first }
                        if (*other, *var) == (index, companion.var)
                            && (is_exclusive(*first) || is_exclusive(access)))
                };
                if !self.picks.iter().any(is_taken) {
                    self.along.push((index, CallArg { var: companion.var, access }));
                }
            }
        }
    }

    /// An earlier argument that is still to be made and may be passed here as well.
    fn same(&self, accepts: &[(u32, Access)]) -> Option<Pick> {
        self.picks.iter().enumerate().find_map(|(index, pick)| {
            let Pick::Kept { ty, access: first, .. } = pick else { return None };
            let (_, access) = accepts.iter().find(|(accepted, _)| accepted == ty)?;
            let shared = !is_exclusive(*first) && !is_exclusive(*access);
            shared.then_some(Pick::Same { index, access: *access })
        })
    }

    /// An integer near the result of an observer of the receiver, which is called if it was not before.
    fn pick_near(
        &mut self,
        machine: &mut Machine<'_>,
        receiver: u32,
        ty: u32,
        access: Access,
    ) -> Result<Option<Pick>, MadeCall> {
        let known = self.observed.iter().filter(|(observed, _)| *observed == receiver).count();
        if known == 0 || self.rng.percent(20) {
            self.observe(machine, receiver, ty)?;
        }
        let said = self.observed.iter().filter(|(observed, _)| *observed == receiver);
        let count = said.clone().count();
        if count == 0 {
            return Ok(None);
        }
        let Some(&(_, var)) = said.clone().nth(self.rng.below(count)) else { return Ok(None) };
        let value = machine.sequence().magnitude(var);
        let near = match self.rng.below(10) {
            0 | 1 => value.checked_sub(1),
            2 | 3 => value.checked_add(1),
            // The most that can be added to it.
            4 => Some(u64::MAX - value),
            _ => Some(value),
        };
        if let Some(entry) = near.and_then(|near| self.pool.literal(ty, near)) {
            return Ok(Some(Pick::kept(entry, ty, access, false)));
        }
        let is_same = machine.sequence().is_alive(var) && machine.sequence().type_of(var) == ty;
        Ok(is_same.then_some(Pick::Own(CallArg { var, access })))
    }

    /// Asks one of the receiver's observers.
    fn observe(
        &mut self,
        machine: &mut Machine<'_>,
        receiver: u32,
        ty: u32,
    ) -> Result<(), MadeCall> {
        let of = machine.sequence().type_of(receiver);
        let Some(id) = self.chooser.observer(of, ty, &mut self.rng) else { return Ok(()) };
        let Some(operation) = machine.registry.operation(id) else { return Ok(()) };
        let accepted = operation.args[0].accepts.iter().find(|(accepted, _)| *accepted == of);
        let Some((_, access)) = accepted.filter(|(_, access)| !is_mutating(*access)) else {
            return Ok(());
        };
        let args = [CallArg { var: receiver, access: *access }];
        self.sequence_hash = mix(self.sequence_hash ^ u64::from(id));
        match machine.call(id, &args) {
            CallOutcome::Returned(var) if self.learn(machine, id, Some(var), &args) => Ok(()),
            CallOutcome::Rejected(_) | CallOutcome::Quarantined | CallOutcome::Caught => Ok(()),
            CallOutcome::Returned(_)
            | CallOutcome::Illegal
            | CallOutcome::Panicked
            | CallOutcome::Broken
            | CallOutcome::Left => Err(MadeCall::Over),
        }
    }

    /// The hash of the running sequence after the call.
    pub(in crate::strategy) fn sequence_hash_with(&self, id: u32) -> u64 {
        let mut sequence_hash = mix(self.sequence_hash ^ u64::from(id).rotate_left(32));
        for pick in &self.picks {
            let (number, var) = match pick {
                Pick::Own(arg) => (u64::from(arg.var), 1 << 1),
                Pick::Kept { node, var, alone, .. } => {
                    (node.number(), (u64::from(*var) + 3) << 1 | u64::from(*alone))
                }
                Pick::Same { index, .. } => (*index as u64, 2 << 1),
                Pick::Along { index, var, .. } => {
                    (mix(*index as u64 + 1), (u64::from(*var) + 3) << 1)
                }
            };
            sequence_hash = mix(sequence_hash ^ number.wrapping_add(var << 55));
        }
        sequence_hash
    }

    /// Drops the other values of a kept sequence beside one variable, if possible. False when the sequence is over.
    fn leave_alone(&self, machine: &mut Machine<'_>, base: u32, var: u32) -> bool {
        for other in base..machine.sequence().len() as u32 {
            if other == var || !machine.sequence().is_alive(other) {
                continue;
            }
            let Some(drop) = self.chooser.drop_of(machine.sequence().type_of(other)) else {
                continue;
            };
            match machine.call(drop, &[CallArg { var: other, access: Access::Move }]) {
                CallOutcome::Returned(_) | CallOutcome::Rejected(_) | CallOutcome::Quarantined => {}
                CallOutcome::Illegal
                | CallOutcome::Caught
                | CallOutcome::Panicked
                | CallOutcome::Broken
                | CallOutcome::Left => return false,
            }
        }
        true
    }

    /// Runs the sequences that supply the arguments. False if that failed.
    pub(in crate::strategy) fn supply(&mut self, machine: &mut Machine<'_>) -> bool {
        self.args.clear();
        for at in 0..self.picks.len() {
            let arg = match &self.picks[at] {
                Pick::Own(arg) => *arg,
                Pick::Same { index, access } => {
                    CallArg { var: self.args[*index].var, access: *access }
                }
                Pick::Along { index, var, access } => {
                    let Pick::Kept { var: kept, .. } = &self.picks[*index] else { return false };
                    let var = self.args[*index].var - kept + var;
                    if !machine.sequence().is_alive(var) {
                        return false;
                    }
                    CallArg { var, access: *access }
                }
                Pick::Kept { node, var, print, ty, access, alone, .. } => {
                    let Ok(base) = machine.append(node) else {
                        // It worked before, so it depends on hidden state.
                        self.pool.remove(*ty, node);
                        return false;
                    };
                    self.prints.resize(machine.sequence().len(), 0);
                    self.prints[(base + var) as usize] = *print;
                    let arg = CallArg { var: base + var, access: *access };
                    if *alone && !self.leave_alone(machine, base, arg.var) {
                        return false;
                    }
                    arg
                }
            };
            self.args.push(arg);
        }
        true
    }
}
