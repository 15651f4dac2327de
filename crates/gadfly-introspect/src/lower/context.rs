//! The documents and tables that every step of the lowering uses.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::docs::{Docs, Key};
use super::names::SpellingTable;

/// The reason why an item is left out.
pub(crate) type Reason = String;

/// Documents, names, and the mentioned types and traits.
pub(crate) struct Context<'a> {
    pub(crate) docs: &'a Docs,
    pub(crate) names: &'a SpellingTable,
    mentioned: RefCell<BTreeSet<Key>>,
    depth: Cell<usize>,
}

/// The depth to which bounds are searched for the traits of projections in other bounds.
const DEPTH: usize = 8;

/// Ends a descent when dropped.
pub(super) struct Descent<'a>(&'a Cell<usize>);

impl Drop for Descent<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl<'a> Context<'a> {
    pub(crate) fn new(docs: &'a Docs, names: &'a SpellingTable) -> Context<'a> {
        Context { docs, names, mentioned: RefCell::default(), depth: Cell::new(0) }
    }

    /// Goes one level deeper, unless that is too deep.
    pub(super) fn descend(&self) -> Option<Descent<'_>> {
        if self.depth.get() >= DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        Some(Descent(&self.depth))
    }

    /// Records that a type or trait occurs.
    pub(super) fn mention(&self, key: &str) {
        if !self.mentioned.borrow().contains(key) {
            self.mentioned.borrow_mut().insert(key.to_owned());
        }
    }

    /// Adds what occurred since the last call.
    pub(super) fn take_mentioned_into(&self, all: &mut BTreeSet<Key>) {
        all.append(&mut self.mentioned.take());
    }

    /// Takes the keys that occurred since the last call.
    pub(super) fn take_mentioned(&self) -> BTreeSet<Key> {
        self.mentioned.take()
    }
}
