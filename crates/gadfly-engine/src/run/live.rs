//! The live sequence: its statements, borrow state and values, which grow together.
//!
//! Pure bookkeeping. The [executor](super::executor) alone adds statements and drops values.

use super::borrow::{bit, is_mutating, members, Borrows, CallArg};
use super::frame::ValueFrame;
use super::lineage::Lineage;
use super::program::{Companion, Excerpt, FlatProgram, SequenceNode};
use crate::generated::Vtable;
use crate::link::registry::{LinkedOperation, Registry};
use gadfly_wire::{Access, During};
use std::rc::Rc;

/// The number of other variables that are recorded with an excerpt.
const COMPANIONS: usize = 12;

/// A variable of the sequence, or a clone of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveValue {
    /// Address of the value.
    pub(crate) place: *mut u8,
    /// Type index.
    pub(crate) ty: u32,
    /// The variable.
    pub(crate) var: u32,
    /// The lineage of the value.
    pub(crate) lineage: Lineage,
}

/// The sequence that is being built and run.
#[derive(Debug, Default)]
pub struct LiveSequence {
    pub(crate) program: FlatProgram,
    pub(crate) borrows: Borrows,
    pub(crate) frame: ValueFrame,
}

impl LiveSequence {
    /// Forgets everything. Values that are still in the frame leak.
    pub(crate) fn clear(&mut self) {
        self.program.clear();
        self.borrows.clear();
        self.frame.clear();
    }

    /// The statements so far.
    pub fn program(&self) -> &FlatProgram {
        &self.program
    }

    /// The borrow state so far.
    pub fn borrows(&self) -> &Borrows {
        &self.borrows
    }

    /// The number of statements.
    pub fn len(&self) -> usize {
        self.program.len()
    }

    /// Returns whether there are no statements.
    pub fn is_empty(&self) -> bool {
        self.program.is_empty()
    }

    /// The number of the last statement. There must be one.
    #[inline]
    pub(crate) fn last(&self) -> u32 {
        self.program.len() as u32 - 1
    }

    /// The type index of a variable.
    pub fn type_of(&self, var: u32) -> u32 {
        self.frame.slot(var).ty
    }

    /// The largest integer that a variable was made from.
    pub fn magnitude(&self, var: u32) -> u64 {
        self.frame.slot(var).lineage.magnitude
    }

    /// Returns whether a variable is alive.
    pub fn is_alive(&self, var: u32) -> bool {
        self.borrows.is_alive(var)
    }

    /// Adds to `found` the live variables that an argument accepts, with the access each needs.
    pub fn candidates(&self, accepts: &[(u32, Access)], found: &mut Vec<CallArg>) {
        for var in members(self.borrows.alive()) {
            let ty = self.type_of(var);
            if let Some((_, access)) = accepts.iter().find(|(accepted, _)| *accepted == ty) {
                found.push(CallArg { var, access: *access });
            }
        }
    }

    /// The combined lineage of some arguments.
    #[inline]
    pub(crate) fn lineage(&self, args: &[CallArg]) -> Lineage {
        args.iter()
            .map(|arg| self.frame.slot(arg.var).lineage)
            .fold(Lineage::default(), Lineage::max)
    }

    /// A variable that may be read now.
    pub(crate) fn value(&self, var: u32) -> Option<LiveValue> {
        let slot = self.frame.slot(var);
        let is_there = self.borrows.is_readable(var) && !slot.place.is_null();
        is_there.then_some(LiveValue { place: slot.place, ty: slot.ty, var, lineage: slot.lineage })
    }

    /// The address and vtable of a variable that may be read now.
    pub(crate) fn readable(
        &self,
        registry: &Registry,
        var: u32,
    ) -> Option<(*const u8, &'static Vtable)> {
        let slot = self.frame.slot(var);
        let vtable = registry.types[slot.ty as usize].vtable?;
        let is_there = self.borrows.is_readable(var) && !slot.place.is_null();
        is_there.then_some((slot.place.cast_const(), vtable))
    }

    /// The context by which panics are distinguished: the operation that defined a variable, and the action on its result.
    pub(crate) fn context(&self, var: u32, during: During) -> u64 {
        let kind = match during {
            During::Call | During::Engine => 0,
            During::Drop(_) => 1_u64 << 32,
            During::Debug(_) => 2 << 32,
            During::Hash(_) => 3 << 32,
            During::Law { law, .. } => (4 + u64::from(law)) << 32,
        };
        kind | u64::from(self.program.step(var).code)
    }

    /// Marks the variables whose content was changed through a reference that they had handed out. A type of the subject that
    /// is changed by a function of the subject is not marked: the subject is responsible for both.
    pub(crate) fn mark_changed_behind(
        &mut self,
        registry: &Registry,
        arg: CallArg,
        operation: &LinkedOperation,
    ) {
        let judged = registry.types[self.type_of(arg.var) as usize].judged;
        if arg.access == Access::ReborrowMut && !(judged && operation.function.is_some()) {
            for var in members(self.borrows.ancestors(arg.var)) {
                self.frame.slot_mut(var).lineage.altered = true;
            }
        }
    }

    /// Marks the arguments of an operation that may break invariants, and everything they borrow from.
    pub(crate) fn mark_spoiled(&mut self, args: &[CallArg]) {
        for arg in args {
            for var in members(self.borrows.ancestors(arg.var) | bit(arg.var)) {
                self.frame.slot_mut(var).lineage.altered = true;
            }
        }
    }

    /// Marks the variables that may receive a marked value: an entry inserts it into its map, for example.
    pub(crate) fn mark_receivers(&mut self, args: &[CallArg]) {
        let takes = |arg: &&CallArg| arg.access == Access::Move || is_mutating(arg.access);
        for arg in args.iter().filter(takes) {
            for var in members(self.borrows.ancestors(arg.var)) {
                self.frame.slot_mut(var).lineage.altered = true;
            }
        }
    }

    /// The statements that a variable depends on, as a sequence to keep.
    pub fn excerpt(&self, var: u32) -> Excerpt {
        self.program.keep(&self.program.needed(var, &self.borrows))
    }

    /// [`Self::excerpt`], if it has at most this many statements.
    pub fn short_excerpt(&self, var: u32, most: u32) -> Option<Excerpt> {
        let needed = self.program.needed(var, &self.borrows);
        (self.program.length_of(&needed) <= most).then(|| self.program.keep(&needed))
    }

    /// [`Self::excerpt`] as a node, and the variable's number in it.
    pub fn keep(&self, var: u32) -> (Rc<SequenceNode>, u32) {
        let excerpt = self.excerpt(var);
        let number = excerpt.number(var).unwrap_or(0);
        (excerpt.node, number)
    }

    /// The other live variables of a variable's excerpt, latest first.
    pub fn companions(&self, excerpt: &Excerpt, var: u32) -> Rc<[Companion]> {
        let others = (0..self.len() as u32).rev().filter(|other| *other != var);
        others
            .filter(|other| self.is_alive(*other))
            .filter_map(|other| {
                Some(Companion { ty: self.type_of(other), var: excerpt.number(other)? })
            })
            .take(COMPANIONS)
            .collect()
    }
}
