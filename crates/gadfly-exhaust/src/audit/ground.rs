//! Audited runs, by the field that they read last, and what is left for auditing calls of precompiled code.
//! Kept from one part of a search to the next in the same process, so that splitting a search does not
//! multiply its audits.

use std::sync::{Mutex, PoisonError};

/// The number of audited runs per field that was read last.
const PER_FIELD: u8 = 4;
/// Accesses that may be watched in runs that call precompiled code. Each costs two signals: about a second.
const ACCESSES: u64 = 100_000;
/// The runs of that kind that are audited in any case.
const LEAST_CALLS: u64 = 5_000;
/// After that, one in so many.
const SAMPLE: u64 = 1 << 10;

/// The audited runs.
#[derive(Debug)]
pub(crate) struct Ground {
    /// Per choice point, how many audited runs have read it last.
    audited: Vec<u8>,
    /// The deepest stack of an audited run.
    deepest: usize,
    /// Runs that called precompiled code.
    calls: u64,
    /// Accesses that were watched in such runs.
    watched: u64,
}

static LEFT_BEHIND: Mutex<Option<Ground>> = Mutex::new(None);

impl Ground {
    /// No audited runs, in a search with so many choice points.
    pub(crate) fn new(choices: usize) -> Self {
        Self { audited: vec![0; choices + 1], deepest: 0, calls: 0, watched: 0 }
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

    /// Returns whether one more run that called precompiled code is audited.
    pub(crate) fn affords_call(&mut self) -> bool {
        self.calls += 1;
        self.calls <= LEAST_CALLS || self.watched < ACCESSES || self.calls % SAMPLE == 0
    }

    /// Records the accesses of such a run.
    pub(crate) fn note_call(&mut self, accesses: usize) {
        self.watched += accesses as u64;
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

    #[test]
    fn audits_of_calls_end_after_many_accesses() {
        let mut ground = Ground::new(1);
        let audited = |ground: &mut Ground, accesses| {
            let audited = ground.affords_call();
            if audited {
                ground.note_call(accesses);
            }
            audited
        };
        assert!((0..LEAST_CALLS).all(|_| audited(&mut ground, 60)));
        let more = (0..10 * SAMPLE).filter(|_| audited(&mut ground, 60)).count();
        assert!((10..=11).contains(&more), "{more}");
    }
}
