//! The buffer itself.

use std::hash::{Hash, Hasher};

use crate::Iter;

/// A queue of fixed capacity.
///
/// Two buffers are equal if they hold the same items in the same order, wherever the items
/// happen to lie in memory.
#[derive(Clone, Debug)]
pub struct RingBuffer<T> {
    slots: Vec<T>,
    /// The position of the oldest item.
    start: usize,
    capacity: usize,
}

impl<T> RingBuffer<T> {
    /// An empty buffer for at most `capacity` items, and for one at least.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { slots: Vec::new(), start: 0, capacity: capacity.max(1) }
    }

    /// The number of items it can hold.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The number of items it holds.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Returns whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Returns whether the next item will overwrite the oldest one.
    pub fn is_full(&self) -> bool {
        self.slots.len() == self.capacity
    }

    /// Adds an item; returns the one that had to go.
    pub fn push(&mut self, item: T) -> Option<T> {
        if !self.is_full() {
            self.slots.push(item);
            return None;
        }
        let oldest = std::mem::replace(&mut self.slots[self.start], item);
        self.start = (self.start + 1) % self.capacity;
        Some(oldest)
    }

    /// The item at a position, counted from the oldest.
    pub fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len() {
            return None;
        }
        self.slots.get((self.start + index) % self.capacity)
    }

    /// The oldest item.
    pub fn front(&self) -> Option<&T> {
        self.get(0)
    }

    /// The newest item.
    pub fn back(&self) -> Option<&T> {
        if self.is_empty() {
            return None;
        }
        Some(&self.slots[self.start + self.len() - 1])
    }

    /// The items from the oldest to the newest.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter::new(self)
    }

    /// The items as two slices: the older ones, then the newer ones.
    pub fn as_slices(&self) -> (&[T], &[T]) {
        let (newer, older) = self.slots.split_at(self.start);
        (older, newer)
    }

    /// Forgets everything, keeps the capacity.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.start = 0;
    }

    /// Changes the capacity; the oldest items go if there are too many.
    pub fn resize(&mut self, capacity: usize) {
        self.slots.rotate_left(self.start);
        self.start = 0;
        self.capacity = capacity.max(1);
        let surplus = self.slots.len().saturating_sub(self.capacity);
        self.slots.drain(..surplus);
    }
}

impl<T: PartialEq> PartialEq for RingBuffer<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for RingBuffer<T> {}

impl<T: Hash> Hash for RingBuffer<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.slots.hash(state);
    }
}

impl<T> Extend<T> for RingBuffer<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<'a, T> IntoIterator for &'a RingBuffer<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(capacity: usize, items: &[u32]) -> RingBuffer<u32> {
        let mut buffer = RingBuffer::with_capacity(capacity);
        buffer.extend(items.iter().copied());
        buffer
    }

    #[test]
    fn a_full_buffer_returns_its_oldest_item() {
        let mut buffer = buffer(2, &[1, 2]);
        assert!(buffer.is_full());
        assert_eq!(buffer.push(3), Some(1));
        assert_eq!(buffer.push(4), Some(2));
    }

    #[test]
    fn positions_count_from_the_oldest() {
        let buffer = buffer(3, &[1, 2, 3, 4]);
        assert_eq!(buffer.front(), Some(&2));
        assert_eq!(buffer.get(2), Some(&4));
        assert_eq!(buffer.get(3), None);
    }

    #[test]
    fn the_newest_item_is_at_the_back() {
        assert_eq!(buffer(3, &[]).back(), None);
        assert_eq!(buffer(3, &[1]).back(), Some(&1));
        assert_eq!(buffer(3, &[1, 2, 3]).back(), Some(&3));
    }

    #[test]
    fn equal_contents_are_equal_buffers() {
        assert_eq!(buffer(3, &[1, 2, 3, 4]), buffer(3, &[2, 3, 4]));
        assert_ne!(buffer(3, &[1, 2, 3]), buffer(3, &[1, 2]));
    }

    #[test]
    fn a_smaller_capacity_drops_the_oldest() {
        let mut buffer = buffer(3, &[1, 2, 3, 4]);
        buffer.resize(2);
        assert_eq!(buffer.as_slices(), (&[3, 4][..], &[][..]));
    }
}
