//! Twins: clones of variables that are changed beside the sequence, one call after the other.
//!
//! What becomes of a twin would have become of its variable: the journal has the calls as if they had been made on that. A
//! twin costs the calls alone. Nothing is remembered of the states it goes through, and nobody but a property looks at them.

use crate::beside::{access_of, Given, Value, MOST_ARGS, ROOMS};
use crate::execute::Machine;
use crate::frame;
use crate::journal::Count;
use crate::panic;
use crate::registry::{Operation, Parameter};
use gadfly_wire::{Access, During, FlowTo};
use std::sync::atomic::Ordering::Relaxed;

impl Machine<'_> {
    /// A twin of a variable, if it can have one: its type can be cloned, it borrows from nothing, and nobody looks at it after
    /// every call.
    pub(crate) fn twin(&mut self, var: u32) -> Option<Value> {
        let value = self.value(var)?;
        let has_invariants = !self.registry.types[value.ty as usize].invariants.is_empty();
        if has_invariants || !self.borrows.is_parentless(var) {
            return None;
        }
        self.clone_value(value)
    }

    /// Changes a twin, given as argument `at`, by a call whose first statement would have the number `next`: the number of the
    /// statement after it, or nothing when the call did not return.
    pub(crate) fn change(
        &mut self,
        twin: &mut Value,
        code: u32,
        at: usize,
        given: &mut [Given],
        next: u32,
    ) -> Option<u32> {
        let operation = self.registry.operation(code)?;
        given[at] = Given::Value(*twin);
        let lineage = self.lineage_of(given);
        let is_allowed = self.quarantine.allows(code, lineage, || self.journal.calls.load(Relaxed));
        if !is_allowed || operation.args.len() != given.len() || given.len() > MOST_ARGS {
            return None;
        }
        let mut rooms = ROOMS;
        let mut places = [std::ptr::null_mut(); MOST_ARGS];
        for (index, given) in given.iter().enumerate() {
            places[index] = match given {
                Given::Literal(literal) => self.literal(*literal, &mut rooms[index])?,
                Given::Value(value) => value.place,
            };
        }
        let next = self.announce(code, operation, given, next);
        self.journal.count(code, Count::Called);
        self.announce_call(lineage);
        let output = &self.registry.types[operation.output as usize];
        let out = frame::allocate(output);
        let run = operation.run;
        // SAFETY: one place per argument, of the type and kind it asks for, as `changes` made sure: the twin, which nobody else
        // knows, and literals that were written for this call and that nothing keeps. There is room for the result.
        let yielded = panic::guard(u64::from(code), || unsafe { run(places.as_ptr(), out) });
        twin.lineage = twin.lineage.max(lineage).deeper();
        if !matches!(yielded, Ok(true)) {
            let count = if yielded.is_err() { Count::Panicked } else { Count::Illegal };
            self.journal.count(code, count);
            // SAFETY: nothing was written to it.
            unsafe { frame::release(output, out) };
            return None;
        }
        self.journal.count(code, Count::Returned);
        let mut is_dropped = true;
        if let Some(glue) = output.drop {
            self.journal.set_during(During::Drop(next - 1));
            // SAFETY: the result is alive, nobody else knows it, and what it may borrow from is still there.
            is_dropped = panic::guard(0, || unsafe { glue(out) }).is_ok();
        }
        // SAFETY: dropped, or given up half-way; either way nothing will touch it again.
        unsafe { frame::release(output, out) };
        is_dropped.then_some(next)
    }
}

/// As which argument an operation changes a value of the type that it is given by reference, if everything else that it takes
/// can be a literal that nothing keeps a borrow of.
pub(crate) fn changes(
    operation: &Operation,
    ty: u32,
    is_literal: impl Fn(u32) -> bool,
) -> Option<usize> {
    let is_means = operation.law.is_none() && operation.property.is_none();
    let keeps = operation.borrow.flows.iter().any(|flow| flow.to != FlowTo::Result);
    if !is_means || keeps || operation.args.len() > MOST_ARGS {
        return None;
    }
    let is_changed = |access| access == Some(Access::BorrowMut);
    let at = operation.args.iter().position(|it| is_changed(access_of(it, ty)))?;
    let mut others = operation.args.iter().enumerate().filter(|(index, _)| *index != at);
    others.all(|(_, parameter)| literal_type(parameter, &is_literal).is_some()).then_some(at)
}

/// A type of literals that can be passed, as they are or by reference.
pub(crate) fn literal_type(parameter: &Parameter, is_literal: impl Fn(u32) -> bool) -> Option<u32> {
    let is_passed = |access: Access| match access {
        Access::Move | Access::Copy | Access::Borrow => true,
        Access::CopyRef => !parameter.thin,
        Access::BorrowMut | Access::Reborrow | Access::ReborrowMut => false,
    };
    let mut accepted = parameter.accepts.iter();
    accepted.find(|(ty, access)| is_passed(*access) && is_literal(*ty)).map(|(ty, _)| *ty)
}
