//! Calls beside the running sequence: on its values or clones of them, and on literals.
//!
//! Such a call costs no statement and leaves the sequence as it was, so that every state on the way can be tried. The journal
//! is told as if it were part of the sequence: whoever has to say what died finds it there, and what fails is [made
//! again](Machine::redo) as part of the sequence, where it is seen and reported.

use crate::link::registry::{Operation, Parameter};
use crate::process::panic;
use crate::run::borrow::Arg;
use crate::run::execute::{Machine, Outcome};
use crate::run::frame;
use crate::run::program::unpack;
use crate::snapshot::journal::{add, Count};
use crate::snapshot::quarantine::Lineage;
use crate::values::literal::{LiteralOperation, Room, NO_LITERAL};
use gadfly_wire::{Access, During};
use std::sync::atomic::Ordering::Relaxed;

/// The most arguments that an operation has.
pub(crate) const MOST_ARGS: usize = 12;

/// How a property took what it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProbeResult {
    /// It holds.
    Kept,
    /// It is not about that.
    Refused,
    /// It does not hold, or panicked. The journal still tells of it, for [`Machine::redo`].
    Failed,
    /// It cannot be called so.
    Impossible,
}

/// What is passed to a call beside the sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Given {
    /// A literal, by its code.
    Literal(u32),
    /// A value that is there.
    Value(Value),
}

/// A variable of the sequence, or a clone of it that stands for what becomes of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// Where it is.
    pub(crate) place: *mut u8,
    /// Its type index.
    pub(crate) ty: u32,
    /// The variable.
    pub(crate) var: u32,
    /// What it was made from.
    pub(crate) lineage: Lineage,
}

impl Machine<'_> {
    /// A variable of the sequence that may be looked at.
    pub(crate) fn value(&self, var: u32) -> Option<Value> {
        let slot = self.frame.slot(var);
        let is_there = self.borrows.is_readable(var) && !slot.place.is_null();
        is_there.then_some(Value { place: slot.place, ty: slot.ty, var, lineage: slot.lineage })
    }

    /// Holds a variable to a law about it alone, if it may be looked at. False when the law is broken, and the sequence over.
    pub(crate) fn hold(&mut self, law: u32, var: u32) -> bool {
        let Some(value) = self.value(var).filter(|value| !value.lineage.poked) else { return true };
        let mark = self.journal.mark();
        match self.beside(law, &[Given::Value(value)], self.len() as u32) {
            ProbeResult::Failed => matches!(self.redo(mark), Outcome::Returned(_)),
            ProbeResult::Kept | ProbeResult::Refused | ProbeResult::Impossible => true,
        }
    }

    /// Calls a property or what states a law, whose first statement would have the number `next`.
    pub(crate) fn beside(&mut self, code: u32, given: &[Given], next: u32) -> ProbeResult {
        let Some(operation) = self.registry.operation(code) else { return ProbeResult::Impossible };
        let lineage = self.lineage_of(given);
        let is_allowed = self.quarantine.allows(code, lineage, || self.journal.calls.load(Relaxed));
        if !is_allowed
            || operation.args.len() != given.len()
            || given.len() > MOST_ARGS
            || self.may_keep_a_literal(operation, given)
        {
            return ProbeResult::Impossible;
        }
        let mark = self.journal.mark();
        let mut rooms = [NO_LITERAL; MOST_ARGS];
        let mut places = [std::ptr::null_mut(); MOST_ARGS];
        // Clones, and whether the call leaves each alive.
        let mut clones = std::mem::take(&mut self.clones);
        let mut is_possible = true;
        for (index, parameter) in operation.args.iter().enumerate() {
            let found = match given[index] {
                Given::Literal(literal) => self.literal(literal, &mut rooms[index]),
                Given::Value(value) => self.lend(value, parameter, &mut clones),
            };
            is_possible &= found.is_some();
            places[index] = found.unwrap_or(std::ptr::null_mut());
        }
        let told = is_possible.then(|| {
            self.announce(code, operation, given, next);
            self.call_beside(code, operation, lineage, &places)
        });
        for (clone, stays) in clones.drain(..) {
            if stays || !is_possible {
                self.drop_value(clone);
            } else {
                // SAFETY: moved into the call; only its room is left.
                unsafe { frame::release(&self.registry.types[clone.ty as usize], clone.place) };
            }
        }
        self.clones = clones;
        // A property says zero where it holds, a law says that it is true.
        let holds = |verdict: u8| (verdict == 0) == operation.law.is_none();
        if !matches!(told, Some(Err(_))) && !matches!(told, Some(Ok((true, it))) if !holds(it)) {
            self.journal.rewind(mark);
        }
        match told {
            None => ProbeResult::Impossible,
            Some(Ok((false, _))) => {
                self.journal.count(code, Count::Illegal);
                ProbeResult::Refused
            }
            Some(Ok((true, verdict))) if holds(verdict) => {
                self.journal.count(code, Count::Returned);
                ProbeResult::Kept
            }
            Some(_) => ProbeResult::Failed,
        }
    }

    /// Whether a value might still refer to a literal after the call: it can hold borrows, and the literal is lent. Nothing is
    /// known of what properties do with their arguments.
    fn may_keep_a_literal(&self, operation: &Operation, given: &[Given]) -> bool {
        let is_lent = |(given, parameter): (&Given, &Parameter)| match given {
            Given::Literal(code) => {
                let ty = self.registry.literal(*code).map(|literal| literal.ty);
                ty.and_then(|ty| access_of(parameter, ty)) == Some(Access::Borrow)
            }
            Given::Value(_) => false,
        };
        let carries = |given: &Given| match given {
            Given::Value(value) => self.registry.types[value.ty as usize].carries,
            Given::Literal(_) => false,
        };
        given.iter().any(carries) && given.iter().zip(&operation.args).any(is_lent)
    }

    /// Makes what was called beside the sequence since a mark part of it, up to what goes wrong.
    pub(crate) fn redo(&mut self, mark: u32) -> Outcome {
        let words = self.journal.words();
        self.journal.rewind(mark);
        let mut words = words.get(mark as usize..).unwrap_or_default();
        let mut outcome = Outcome::Illegal;
        while let [code, count, rest @ ..] = words {
            let Some(packed) = rest.get(..*count as usize) else { break };
            let args: Vec<Arg> = packed.iter().map(|word| unpack(*word)).collect();
            outcome = self.run(*code, &args, None);
            if !matches!(outcome, Outcome::Returned(_)) {
                break;
            }
            words = &rest[packed.len()..];
        }
        outcome
    }

    #[inline]
    fn call_beside(
        &mut self,
        code: u32,
        operation: &Operation,
        lineage: Lineage,
        places: &[*mut u8; MOST_ARGS],
    ) -> Result<(bool, u8), panic::Captured> {
        self.journal.count(code, Count::Called);
        self.announce_call(lineage);
        let run = operation.run;
        let mut verdict = 0_u8;
        // SAFETY: one place per argument, of the type and kind it asks for: values of the sequence that may be read, and
        // others that were made for this call. There is room for a `u8` or a `bool`, which linking made sure is what a property
        // or a law yields.
        let told = panic::guard(u64::from(code), || unsafe { run(places.as_ptr(), &mut verdict) });
        told.map(|is_told| (is_told, verdict))
    }

    /// The place to pass for a value: its own where it is only looked at, else that of a clone.
    fn lend(
        &mut self,
        value: Value,
        parameter: &Parameter,
        clones: &mut Vec<(Value, bool)>,
    ) -> Option<*mut u8> {
        match access_of(parameter, value.ty)? {
            Access::CopyRef | Access::Reborrow if parameter.thin => {
                // SAFETY: the place holds a live reference to a sized value, which is a thin pointer.
                Some(unsafe { *value.place.cast::<*mut u8>() })
            }
            Access::Borrow | Access::Copy | Access::CopyRef | Access::Reborrow => Some(value.place),
            access @ (Access::Move | Access::BorrowMut) => {
                let clone = self.clone_value(value)?;
                clones.push((clone, access == Access::BorrowMut));
                Some(clone.place)
            }
            Access::ReborrowMut => None,
        }
    }

    /// Clones a value that may be looked at, if its type can do that.
    pub(crate) fn clone_value(&mut self, value: Value) -> Option<Value> {
        let ty = &self.registry.types[value.ty as usize];
        let clone = ty.vtable?.clone?;
        let place = frame::allocate(ty);
        self.journal.set_during(During::Debug(value.var));
        // SAFETY: whoever has the value may read it, so its place holds a live one of the type, and there is room for another.
        let cloned = panic::guard(0, || unsafe { clone(value.place, place) });
        if cloned.is_err() {
            // SAFETY: nothing was written to it.
            unsafe { frame::release(ty, place) };
            return None;
        }
        Some(Value { place, ..value })
    }

    /// Drops a value that is no variable's.
    pub(crate) fn drop_value(&mut self, value: Value) {
        let ty = &self.registry.types[value.ty as usize];
        if let Some(glue) = ty.drop {
            self.journal.set_during(During::Drop(value.var));
            // SAFETY: the value is alive, nobody else knows it, and it is not used again. A drop that panics says nothing new.
            let _ = panic::guard(0, || unsafe { glue(value.place) });
        }
        // SAFETY: it was made by `clone_value` and is gone; only its room is left.
        unsafe { frame::release(ty, value.place) };
    }

    /// Writes a literal into its room.
    fn literal(&self, code: u32, room: &mut Room) -> Option<*mut u8> {
        self.registry.literal(code)?.copy_to(room);
        Some(room.as_mut_ptr())
    }

    /// What the arguments of a call were made from.
    fn lineage_of(&self, given: &[Given]) -> Lineage {
        let lineages = given.iter().map(|given| match given {
            Given::Value(value) => value.lineage,
            Given::Literal(code) => {
                let magnitude = self.registry.literal(*code).map_or(0, LiteralOperation::extent);
                Lineage { magnitude, ..Lineage::default() }
            }
        });
        lineages.fold(Lineage::default(), Lineage::max)
    }

    /// Says in the journal that a call begins.
    #[inline]
    pub(crate) fn announce_call(&mut self, lineage: Lineage) {
        self.journal.magnitude.store(lineage.magnitude, Relaxed);
        self.journal.depth.store(lineage.depth, Relaxed);
        self.journal.set_during(During::Call);
        add(&self.journal.calls, 1);
    }

    /// Writes what is about to be called into the journal, as part of the sequence.
    fn announce(&mut self, code: u32, operation: &Operation, given: &[Given], mut next: u32) {
        let mut args = [Arg { var: 0, access: Access::Copy }; MOST_ARGS];
        for ((arg, given), parameter) in args.iter_mut().zip(given).zip(&operation.args) {
            let (var, ty) = match given {
                Given::Literal(literal) => {
                    self.journal.statement(*literal, &[]);
                    next += 1;
                    (next - 1, self.registry.literal(*literal).map_or(0, |literal| literal.ty))
                }
                Given::Value(value) => (value.var, value.ty),
            };
            *arg = Arg { var, access: access_of(parameter, ty).unwrap_or(Access::Copy) };
        }
        self.journal.statement(code, &args[..given.len()]);
    }
}

/// How a value of a type is passed, if it may be.
#[inline]
pub(crate) fn access_of(parameter: &Parameter, ty: u32) -> Option<Access> {
    parameter.accepts.iter().find(|(accepted, _)| *accepted == ty).map(|(_, access)| *access)
}
