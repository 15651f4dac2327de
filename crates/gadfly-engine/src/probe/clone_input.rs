//! Cloned inputs: clones of variables that are changed beside the sequence, one call after the other.
//!
//! A cloned input takes the place of its variable: the journal has the calls as if they had been made on the variable. It costs
//! the calls alone. Its intermediate states are not fingerprinted, and only properties read them.

use super::prober::access_of;
use crate::link::registry::{LinkedOperation, LinkedParameter};
use crate::process::panic;
use crate::run::executor::{Executor, MOST_ARGS};
use crate::run::frame;
use crate::run::live::LiveValue;
use gadfly_wire::{Access, During, FlowTo};

/// Clones a variable, if its type can be cloned and has no invariants, and it borrows from nothing.
pub(crate) fn clone_variable(executor: &Executor<'_>, var: u32) -> Option<LiveValue> {
    let value = executor.live.value(var)?;
    let has_invariants = !executor.registry.types[value.ty as usize].invariants.is_empty();
    if has_invariants || !executor.live.borrows.is_parentless(var) {
        return None;
    }
    clone_value(executor, value)
}

/// Clones a value that may be read, if its type can be cloned.
pub(crate) fn clone_value(executor: &Executor<'_>, value: LiveValue) -> Option<LiveValue> {
    let ty = &executor.registry.types[value.ty as usize];
    let clone = ty.vtable?.clone?;
    let place = frame::allocate(ty);
    executor.journal.set_during(During::Debug(value.var));
    // SAFETY: the caller may read the value, so its place holds a live one of the type, and there is room for another.
    let cloned = panic::guard(0, || unsafe { clone(value.place, place) });
    if cloned.is_err() {
        // SAFETY: nothing was written to it.
        unsafe { frame::release(ty, place) };
        return None;
    }
    Some(LiveValue { place, ..value })
}

/// Drops a value that was made by [`clone_value`].
pub(crate) fn drop_value(executor: &Executor<'_>, value: LiveValue) {
    let ty = &executor.registry.types[value.ty as usize];
    if let Some(glue) = ty.drop {
        executor.journal.set_during(During::Drop(value.var));
        // SAFETY: the value is alive, nothing else refers to it, and it is not used again. A drop that panics shows nothing new.
        let _ = panic::guard(0, || unsafe { glue(value.place) });
    }
    // SAFETY: it was made by `clone_value` and is gone; only its room is left.
    unsafe { frame::release(ty, value.place) };
}

/// The index of the argument by which an operation changes a value of the type, if all its other arguments can be literals that
/// nothing keeps a borrow of.
pub(crate) fn changes(
    operation: &LinkedOperation,
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
pub(crate) fn literal_type(
    parameter: &LinkedParameter,
    is_literal: impl Fn(u32) -> bool,
) -> Option<u32> {
    let is_passed = |access: Access| match access {
        Access::Move | Access::Copy | Access::Borrow => true,
        Access::CopyRef => !parameter.thin,
        Access::BorrowMut | Access::Reborrow | Access::ReborrowMut => false,
    };
    let mut accepted = parameter.accepts.iter();
    accepted.find(|(ty, access)| is_passed(*access) && is_literal(*ty)).map(|(ty, _)| *ty)
}
