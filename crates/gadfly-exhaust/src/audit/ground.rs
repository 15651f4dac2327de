//! Audited runs, by the field that they read last. Kept from one part of a search to the next in the
//! same process, so that splitting a search does not multiply its audits.

use std::sync::{Mutex, PoisonError};

/// The number of audited runs per field that was read last.
const PER_FIELD: u8 = 4;

/// The audited runs.
#[derive(Debug)]
pub(crate) struct Ground {
    /// Per choice point, how many audited runs have read it last.
    audited: Vec<u8>,
    /// The deepest stack of an audited run.
    deepest: usize,
}

static LEFT_BEHIND: Mutex<Option<Ground>> = Mutex::new(None);

impl Ground {
    /// No audited runs, in a search with so many choice points.
    pub(crate) fn new(choices: usize) -> Self {
        Self { audited: vec![0; choices + 1], deepest: 0 }
    }

    /// Continues from an earlier part of the same search.
    pub(crate) fn resume(&mut self) {
        let mut left = LEFT_BEHIND.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ground) = left.take().filter(|it| it.audited.len() == self.audited.len()) {
            *self = ground;
        }
    }

    /// Leaves the audited runs to the next part.
    pub(crate) fn leave(self) {
        *LEFT_BEHIND.lock().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// Returns whether a run with this stack may have executed code that no audited run has.
    #[inline]
    pub(crate) fn is_new(&self, stack: &[u16]) -> bool {
        stack.len() > self.deepest || self.audited[last(stack)] < PER_FIELD
    }

    /// Records an audited run.
    pub(crate) fn note(&mut self, stack: &[u16]) {
        self.deepest = self.deepest.max(stack.len());
        let audited = &mut self.audited[last(stack)];
        *audited = audited.saturating_add(1);
    }
}

#[inline]
fn last(stack: &[u16]) -> usize {
    stack.last().map_or(0, |id| *id as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ground_is_new_until_it_was_audited_often_enough() {
        let mut ground = Ground::new(3);
        for _ in 0..PER_FIELD {
            assert!(ground.is_new(&[1, 2]));
            ground.note(&[1, 2]);
        }
        assert!(!ground.is_new(&[1, 2]));
        assert!(ground.is_new(&[1]) && ground.is_new(&[1, 3, 2]));
        ground.leave();
        let mut next = Ground::new(3);
        next.resume();
        assert!(!next.is_new(&[1, 2]));
    }
}
