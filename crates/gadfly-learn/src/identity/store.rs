//! Objects by bytes and by address.

use std::collections::HashMap;

use crate::record::{Object, ObjectId};

/// Where an object was seen last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// Behind a reference, at its address.
    Placed,
    /// In what a function returned: about to be put elsewhere.
    Returned,
    /// As an argument by value of a call with other objects, one of which may have it.
    Stored,
    /// As an argument by value of a call without other objects.
    Consumed,
}

impl Whereabouts {
    /// Returns whether the object is likely to be seen next at another address.
    pub(super) fn is_moving(self) -> bool {
        matches!(self, Self::Returned | Self::Stored)
    }
}

/// The last sighting of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last {
    pub(super) type_number: usize,
    pub(super) hash: u64,
    pub(super) address: u64,
    pub(super) has_address: bool,
    pub(super) whereabouts: Whereabouts,
    /// Number of the sighting.
    pub(super) time: usize,
}

/// All objects of a process.
#[derive(Default)]
pub(super) struct Store {
    last: HashMap<ObjectId, Last>,
    /// May have objects whose bytes have changed since.
    by_bytes: HashMap<(usize, u64), Vec<ObjectId>>,
    by_address: HashMap<(usize, u64), ObjectId>,
}

impl Store {
    pub(super) fn last(&self, id: ObjectId) -> Option<&Last> {
        self.last.get(&id)
    }

    /// The newest object with the bytes of a look that a condition allows.
    pub(super) fn newest(
        &self,
        look: &Object,
        is_allowed: impl Fn(ObjectId, &Last) -> bool,
    ) -> Option<ObjectId> {
        let candidates = self.by_bytes.get(&(look.type_number, look.hash))?;
        let last = candidates.iter().filter_map(|id| Some((*id, self.last.get(id)?)));
        let same = last.filter(|(_, last)| last.hash == look.hash);
        let allowed = same.filter(|(id, last)| is_allowed(*id, last));
        allowed.max_by_key(|(_, last)| last.time).map(|(id, _)| id)
    }

    /// The object at the address of a look.
    pub(super) fn at(&self, look: &Object) -> Option<(ObjectId, &Last)> {
        let id = *self.by_address.get(&(look.type_number, look.address))?;
        Some((id, self.last.get(&id)?))
    }

    /// Notes a sighting.
    pub(super) fn see(
        &mut self,
        id: ObjectId,
        look: &Object,
        whereabouts: Whereabouts,
        time: usize,
    ) {
        let type_number = look.type_number;
        let old = self.last.get(&id).copied();
        if let Some(old) = old.filter(|old| old.whereabouts == Whereabouts::Placed) {
            let key = (type_number, old.address);
            if self.by_address.get(&key) == Some(&id) {
                self.by_address.remove(&key);
            }
        }
        if whereabouts == Whereabouts::Placed {
            self.by_address.insert((type_number, look.address), id);
        }
        if old.is_none_or(|old| old.hash != look.hash) {
            if let Some(old) = old {
                let with_old = self.by_bytes.entry((type_number, old.hash)).or_default();
                with_old.retain(|other| *other != id);
            }
            self.by_bytes.entry((type_number, look.hash)).or_default().push(id);
        }
        let (hash, address, has_address) = (look.hash, look.address, look.has_address);
        let last = Last { type_number, hash, address, has_address, whereabouts, time };
        self.last.insert(id, last);
    }
}
