//! The choice points without a read yet, and the counters of reads of the others.

use super::hot::{Heard, SIZES};

/// The most ids.
pub(crate) const MOST_IDS: usize = 1 << 16;

/// Per id, whether a read of it is new, and its counters.
#[derive(Debug)]
pub(crate) struct Pending {
    ids: Vec<Id>,
    budget: u32,
    /// Shared with every traced read, so only used through this pointer.
    left: *mut u32,
    counters: usize,
}

#[derive(Clone, Debug)]
struct Id {
    pending: bool,
    /// A counter that is in use, or `NONE`.
    first: u32,
    /// Further ones.
    more: Vec<u32>,
}

/// No counter.
const NONE: u32 = u32::MAX;

impl Pending {
    /// All `count` ids but 0 are pending, in a candidate of `len` bytes; others may be read
    /// `budget` times by one run.
    pub(crate) fn new(count: usize, len: usize, budget: u32) -> Self {
        let id = |id| Id { pending: id != 0, first: NONE, more: Vec::new() };
        let counters = SIZES * len;
        let left = Box::into_raw(vec![0_u32; counters].into_boxed_slice()).cast();
        Self { ids: (0..count).map(id).collect(), budget: budget.max(1), left, counters }
    }

    /// The counters, `len` for each size of load.
    pub(crate) fn left(&self) -> *mut u32 {
        self.left
    }

    /// Returns whether a read of `id` is new.
    #[inline]
    pub(crate) fn get(&self, id: usize) -> bool {
        self.ids[id].pending
    }

    /// Marks `id` as read.
    #[inline]
    pub(crate) fn clear(&mut self, id: usize) {
        self.ids[id].pending = false;
    }

    /// Marks `id` as pending again.
    #[inline]
    pub(crate) fn set(&mut self, id: usize) {
        let id = &mut self.ids[id];
        id.pending = true;
        if id.first == NONE {
            return;
        }
        // SAFETY: `fill` has checked the number; see `left`.
        unsafe { *self.left.add(id.first as usize) = 0 };
        id.first = NONE;
        if !id.more.is_empty() {
            for counter in id.more.drain(..) {
                // SAFETY: the same.
                unsafe { *self.left.add(counter as usize) = 0 };
            }
        }
    }

    /// Fills the empty counter of `id`, which is not pending.
    pub(crate) fn fill(&mut self, id: usize, counter: u32) -> Heard {
        assert!((counter as usize) < self.counters);
        // SAFETY: just checked; see `left`.
        unsafe { *self.left.add(counter as usize) = self.budget - 1 };
        let id = &mut self.ids[id];
        if id.first == counter || id.more.contains(&counter) {
            return Heard::UsedUp;
        }
        match id.first {
            NONE => id.first = counter,
            _ => id.more.push(counter),
        }
        Heard::Known
    }

    /// Fills all counters that are in use.
    pub(crate) fn refill(&mut self) {
        for id in &self.ids {
            let counters = id.more.iter().chain([&id.first]).filter(|counter| **counter != NONE);
            for counter in counters {
                // SAFETY: `fill` has checked the number; see `left`.
                unsafe { *self.left.add(*counter as usize) = self.budget };
            }
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let counters = std::ptr::slice_from_raw_parts_mut(self.left, self.counters);
        // SAFETY: made from a box of this length in `new`; the search that used it is over.
        drop(unsafe { Box::from_raw(counters) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_empty_again_when_its_id_is_news_again() {
        let mut pending = Pending::new(3, 4, 10);
        let left = |pending: &Pending, counter: usize| {
            // SAFETY: within the twenty counters.
            unsafe { *pending.left().add(counter) }
        };
        assert!(pending.get(1) && !pending.get(0));
        pending.clear(1);
        assert_eq!([7, 9, 11].map(|counter| pending.fill(1, counter)), [Heard::Known; 3]);
        assert_eq!([7, 9].map(|counter| pending.fill(1, counter)), [Heard::UsedUp; 2]);
        assert_eq!([7, 9, 11].map(|counter| left(&pending, counter)), [9; 3]);
        pending.refill();
        assert_eq!([7, 9, 11].map(|counter| left(&pending, counter)), [10; 3]);
        pending.set(1);
        assert_eq!([7, 9, 11].map(|counter| left(&pending, counter)), [0; 3]);
        assert_eq!(pending.fill(1, 11), Heard::Known);
    }
}
