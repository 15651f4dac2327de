//! The table that generated code fills in: which operations and types there are.
//!
//! Only collects; [`Registry`](crate::link::registry::Registry) resolves the entries.

use crate::generated::{Call, RawCall, Vtable};

/// Receives operations and types from generated code.
#[derive(Default)]
pub struct Table {
    pub(crate) types: Vec<(&'static str, &'static Vtable)>,
    pub(crate) operations: Vec<TableEntry>,
    pub(crate) notes: Option<TakeNotes>,
}

/// Takes the notes of the last property that was checked: the label of its arguments, and its failure if that was no panic.
pub type TakeNotes = fn() -> (String, String);

pub(crate) struct TableEntry {
    pub(crate) id: u32,
    pub(crate) call: &'static RawCall,
    pub(crate) vtable: Option<&'static Vtable>,
}

impl Table {
    /// Registers a type under the name the tool knows it by.
    pub fn ty(&mut self, name: &'static str, vtable: &'static Vtable) {
        self.types.push((name, vtable));
    }

    /// Registers an operation. What its result can do is taken from [`Self::ty`], if it is there.
    pub fn op<R>(&mut self, id: u32, call: Call<R>) {
        self.add(id, call.raw, None);
    }

    /// Registers an operation whose result has a type without a name, together with what that can do. Nothing takes such a
    /// result as an argument.
    pub fn op_with<R>(&mut self, id: u32, call: Call<R>, vtable: &'static Vtable) {
        self.add(id, call.raw, Some(vtable));
    }

    /// Registers an operation that was put together elsewhere. What its result can do is taken from [`Self::ty`].
    pub fn raw(&mut self, id: u32, call: &'static RawCall) {
        self.add(id, call, None);
    }

    /// Says where properties leave their notes.
    pub fn notes(&mut self, take: TakeNotes) {
        self.notes = Some(take);
    }

    fn add(&mut self, id: u32, call: &'static RawCall, vtable: Option<&'static Vtable>) {
        self.operations.push(TableEntry { id, call, vtable });
    }
}
