//! Witnesses: clones of values from earlier sequences, so that a new value meets others that were made differently.
//!
//! Only of types that can hold no borrow, so that nothing has to outlive them. When a comparison looks wrong, the sequence
//! that made the witness is run again beside the new value, and both are judged there.

use crate::laws::Owned;
use crate::link::registry::LinkedType;
use crate::process::panic;
use crate::run::program::SequenceNode;
use std::rc::Rc;

/// The number that is kept of a type: the first ones permanently, the rest in rotation.
const KEPT: usize = 12;
const FOR_GOOD: usize = 6;
/// Values that took more statements or bytes to make are not kept.
const MAX_LENGTH: u32 = 24;
const MAX_COST: u64 = 1 << 14;

/// A value kept from an earlier sequence.
#[derive(Clone)]
pub(super) struct Witness {
    /// Its address.
    pub(super) place: *mut u8,
    /// The sequence that makes it.
    pub(super) node: Rc<SequenceNode>,
    /// Its variable in there.
    pub(super) var: u32,
}

/// The values kept of one type.
#[derive(Default)]
pub(super) struct Witnesses {
    kept: Vec<Witness>,
    turns: usize,
}

impl Witnesses {
    /// The number of witnesses.
    pub(super) fn len(&self) -> usize {
        self.kept.len()
    }

    /// One of those there are, counted round and round.
    pub(super) fn get(&self, index: usize) -> &Witness {
        &self.kept[index % self.kept.len()]
    }

    /// Returns whether a value that was made by this sequence is worth keeping.
    pub(super) fn wants(node: &SequenceNode) -> bool {
        node.length() <= MAX_LENGTH && node.cost() <= MAX_COST
    }

    /// Keeps a value, in place of another if need be.
    pub(super) fn add(
        &mut self,
        ty: &LinkedType,
        value: Owned<'_>,
        node: Rc<SequenceNode>,
        var: u32,
    ) {
        let witness = Witness { place: value.into_place(), node, var };
        if self.kept.len() < KEPT {
            self.kept.push(witness);
            return;
        }
        self.turns += 1;
        let at = FOR_GOOD + self.turns % (KEPT - FOR_GOOD);
        let old = std::mem::replace(&mut self.kept[at], witness);
        discard(ty, &old);
    }

    /// Lets go of one that cannot be made again.
    pub(super) fn remove(&mut self, ty: &LinkedType, node: &Rc<SequenceNode>) {
        if let Some(at) = self.kept.iter().position(|witness| Rc::ptr_eq(&witness.node, node)) {
            let old = self.kept.swap_remove(at);
            discard(ty, &old);
        }
    }
}

fn discard(ty: &LinkedType, witness: &Witness) {
    // SAFETY: the place was taken over from an `Owned` of this type, and the witness is not used any more.
    let value = unsafe { Owned::from_place(ty, witness.place) };
    // A drop that panics shows in sequences as well, where it is reported.
    let _ = panic::guard(0, || drop(value));
}
