//! Which runs have been audited, by the field that they read last: kept from one part of a search to
//! the next in the same process, so that splitting a search does not multiply its audits.

use std::sync::{Mutex, PoisonError};

/// How many runs that read a certain field last are audited, whenever they come.
const PER_FIELD: u8 = 4;

/// What has been audited.
#[derive(Debug)]
pub(crate) struct Ground {
    /// Per choice point, how many audited runs have read it last.
    audited: Vec<u8>,
    /// The deepest stack of an audited run.
    deepest: usize,
}

static LEFT_BEHIND: Mutex<Option<Ground>> = Mutex::new(None);

impl Ground {
    /// Nothing yet, of a search with so many choice points.
    pub(crate) fn new(choices: usize) -> Self {
        Self { audited: vec![0; choices + 1], deepest: 0 }
    }

    /// Takes over from an earlier part of the same search.
    pub(crate) fn resume(&mut self) {
        let mut left = LEFT_BEHIND.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ground) = left.take().filter(|it| it.audited.len() == self.audited.len()) {
            *self = ground;
        }
    }

    /// Leaves it to the next part.
    pub(crate) fn leave(self) {
        *LEFT_BEHIND.lock().unwrap_or_else(PoisonError::into_inner) = Some(self);
    }

    /// Whether a run with this stack may have got to code that no audit has seen.
    #[inline]
    pub(crate) fn is_new(&self, stack: &[u16]) -> bool {
        stack.len() > self.deepest || self.audited[last(stack)] < PER_FIELD
    }

    /// Notes an audited run.
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
