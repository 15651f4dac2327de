//! Iteration from the oldest item to the newest.

use crate::RingBuffer;

/// Borrows the items of a buffer, oldest first.
#[derive(Clone, Debug)]
pub struct Iter<'a, T> {
    buffer: &'a RingBuffer<T>,
    next: usize,
}

impl<'a, T> Iter<'a, T> {
    pub(crate) fn new(buffer: &'a RingBuffer<T>) -> Self {
        Self { buffer, next: 0 }
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        let item = self.buffer.get(self.next);
        self.next += 1;
        item
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.buffer.len() - self.next;
        (left, Some(left))
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_oldest_first() {
        let mut buffer = RingBuffer::with_capacity(2);
        buffer.extend([1, 2, 3]);
        assert_eq!(buffer.iter().copied().collect::<Vec<_>>(), [2, 3]);
        assert_eq!(buffer.iter().len(), 2);
    }
}
