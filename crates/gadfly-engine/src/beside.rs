//! Properties called beside the running sequence: on one of its values, or a clone of that, and on literals.
//!
//! Costs a call and no statement, and leaves the sequence as it was, so that every state on the way can be tried. What fails
//! is called again as part of the sequence, where it is seen and reported. The journal is told as if it were part of it.

use crate::borrow::Arg;
use crate::execute::{Machine, Outcome};
use crate::frame;
use crate::journal::{add, Count};
use crate::panic;
use gadfly_wire::{Access, During};
use std::sync::atomic::Ordering::Relaxed;

/// How a property took what it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    /// It holds.
    Kept,
    /// It is not about that.
    Refused,
    /// It does not hold, or panicked.
    Failed,
    /// It cannot be called so.
    Impossible,
}

/// A value made for one call.
struct Temporary {
    place: *mut u8,
    ty: u32,
    /// Whether the call left it alive.
    stays: bool,
}

impl Machine<'_> {
    /// Calls a property with a variable as argument `at`, and literals, by their codes, as all others.
    pub(crate) fn beside(&mut self, code: u32, at: usize, var: u32, literals: &[u32]) -> Beside {
        let Some(operation) = self.registry.operation(code) else { return Beside::Impossible };
        let lineage = self.frame.slot(var).lineage;
        let is_allowed = self.quarantine.allows(code, lineage, || self.journal.calls.load(Relaxed));
        if !is_allowed || !self.borrows.is_readable(var) || operation.args.len() > 12 {
            return Beside::Impossible;
        }
        let mut places = [std::ptr::null_mut(); 12];
        let mut temporaries: Vec<Temporary> = Vec::new();
        let mut others = literals.iter();
        let mut is_possible = true;
        for (index, parameter) in operation.args.iter().enumerate() {
            let found = if index == at {
                self.lend(var, &parameter.accepts, parameter.thin, &mut temporaries)
            } else {
                others.next().and_then(|literal| self.literal(*literal, &mut temporaries))
            };
            match found {
                Some(place) => places[index] = place,
                None => {
                    is_possible = false;
                    break;
                }
            }
        }
        let told = is_possible.then(|| {
            let mark = self.announce(code, at, var, literals);
            let told = self.call_beside(code, &places);
            self.journal.rewind(mark);
            told
        });
        for temporary in &mut temporaries {
            temporary.stays |= !is_possible;
            self.discard(temporary);
        }
        match told {
            None => Beside::Impossible,
            Some(Ok((false, _))) => {
                self.journal.count(code, Count::Illegal);
                Beside::Refused
            }
            Some(Ok((true, 0))) => {
                self.journal.count(code, Count::Returned);
                Beside::Kept
            }
            Some(_) => Beside::Failed,
        }
    }

    /// Calls a property in the same way as part of the sequence, and ends that.
    pub(crate) fn after_all(
        &mut self,
        code: u32,
        at: usize,
        var: u32,
        literals: &[u32],
    ) -> Outcome {
        let Some(operation) = self.registry.operation(code) else { return Outcome::Illegal };
        let mut args = Vec::new();
        let mut literals = literals.iter();
        for (index, parameter) in operation.args.iter().enumerate() {
            let literal = if index == at { None } else { literals.next() };
            let var = match literal {
                Some(literal) => match self.run(*literal, &[], None) {
                    Outcome::Returned(var) => var,
                    other => return other,
                },
                None => var,
            };
            let ty = self.type_of(var);
            let accepted = parameter.accepts.iter().find(|(accepted, _)| *accepted == ty);
            let Some((_, access)) = accepted else { return Outcome::Illegal };
            args.push(Arg { var, access: *access });
        }
        self.run(code, &args, None)
    }

    fn call_beside(
        &mut self,
        code: u32,
        places: &[*mut u8; 12],
    ) -> Result<(bool, u8), panic::Captured> {
        let Some(operation) = self.registry.operation(code) else { return Ok((false, 0)) };
        self.journal.count(code, Count::Called);
        add(&self.journal.calls, 1);
        let run = operation.run;
        let mut verdict = 0_u8;
        // SAFETY: one place per argument, of the type and kind it asks for: values of the sequence that may be read, and
        // others that were made for this call. There is room for a `u8`, which linking made sure is what it yields.
        let told = panic::guard(u64::from(code), || unsafe { run(places.as_ptr(), &mut verdict) });
        told.map(|is_told| (is_told, verdict))
    }

    /// The place to pass for a variable: its own where it is only looked at, else that of a clone.
    fn lend(
        &mut self,
        var: u32,
        accepts: &[(u32, Access)],
        thin: bool,
        temporaries: &mut Vec<Temporary>,
    ) -> Option<*mut u8> {
        let slot = *self.frame.slot(var);
        let (_, access) = accepts.iter().find(|(ty, _)| *ty == slot.ty)?;
        if slot.place.is_null() {
            return None;
        }
        match access {
            Access::Borrow | Access::Copy => Some(slot.place),
            Access::CopyRef | Access::Reborrow if thin => {
                // SAFETY: the slot holds a live reference to a sized value, which is a thin pointer.
                Some(unsafe { *slot.place.cast::<*mut u8>() })
            }
            Access::CopyRef | Access::Reborrow => Some(slot.place),
            Access::Move | Access::BorrowMut => {
                let ty = &self.registry.types[slot.ty as usize];
                let clone = ty.vtable?.clone?;
                let place = frame::allocate(ty);
                self.journal.set_during(During::Debug(var));
                // SAFETY: the variable may be read, so its place holds a live value of the type, and there is room for another.
                let cloned = panic::guard(0, || unsafe { clone(slot.place, place) });
                if cloned.is_err() {
                    // SAFETY: nothing was written to it.
                    unsafe { frame::release(ty, place) };
                    return None;
                }
                let stays = *access == Access::BorrowMut;
                temporaries.push(Temporary { place, ty: slot.ty, stays });
                Some(place)
            }
            Access::ReborrowMut => None,
        }
    }

    fn literal(&self, code: u32, temporaries: &mut Vec<Temporary>) -> Option<*mut u8> {
        let literal = self.registry.literal(code)?;
        let place = frame::allocate(&self.registry.types[literal.ty as usize]);
        // SAFETY: the place has room for a value of the literal's type.
        unsafe { literal.write(place) };
        // Literals need no drop, so it does not matter who has them.
        temporaries.push(Temporary { place, ty: literal.ty, stays: false });
        Some(place)
    }

    fn discard(&mut self, temporary: &Temporary) {
        let ty = &self.registry.types[temporary.ty as usize];
        if let (true, Some(glue)) = (temporary.stays, ty.drop) {
            let place = temporary.place;
            // SAFETY: the value is alive, nobody else knows it, and it is not used again. A drop that panics says nothing new.
            let _ = panic::guard(0, || unsafe { glue(place) });
        }
        // SAFETY: dropped, or moved into the call; only its room is left.
        unsafe { frame::release(ty, temporary.place) };
    }

    /// Writes what is about to be called into the journal, as part of the sequence.
    fn announce(&mut self, code: u32, at: usize, var: u32, literals: &[u32]) -> u32 {
        let mark = self.journal.mark();
        let Some(operation) = self.registry.operation(code) else { return mark };
        let mut next = self.program.len() as u32;
        let mut args = Vec::new();
        let mut literals = literals.iter();
        for (index, parameter) in operation.args.iter().enumerate() {
            let literal = if index == at { None } else { literals.next() };
            let (var, ty) = match literal {
                Some(literal) => {
                    self.journal.statement(*literal, &[]);
                    next += 1;
                    (next - 1, self.registry.literal(*literal).map_or(0, |literal| literal.ty))
                }
                None => (var, self.type_of(var)),
            };
            let accepted = parameter.accepts.iter().find(|(accepted, _)| *accepted == ty);
            args.push(Arg { var, access: accepted.map_or(Access::Copy, |(_, access)| *access) });
        }
        self.journal.statement(code, &args);
        self.journal.set_during(During::Call);
        mark
    }
}
