//! Twins: clones of variables that are changed beside the sequence, one call after the other.
//!
//! What becomes of a cloned input would have become of its variable: the journal has the calls as if they had been made on that. A
//! cloned input costs the calls alone. Nothing is remembered of the states it goes through, and nobody but a property looks at them.

use crate::link::registry::{Operation, Parameter};
use crate::probe::probe_call::{access_of, Value, MOST_ARGS};
use crate::run::execute::Machine;
use gadfly_wire::{Access, FlowTo};

impl Machine<'_> {
    /// A cloned input of a variable, if it can have one: its type can be cloned, it borrows from nothing, and nobody looks at it after
    /// every call.
    pub(crate) fn cloned_input(&mut self, var: u32) -> Option<Value> {
        let value = self.value(var)?;
        let has_invariants = !self.registry.types[value.ty as usize].invariants.is_empty();
        if has_invariants || !self.borrows.is_parentless(var) {
            return None;
        }
        self.clone_value(value)
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
