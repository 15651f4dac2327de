//! Cutting the search space into parts: prefixes that cover it, in the order of the search.

use super::choice::Kind;
use super::core::Core;
use super::engine::Engine;
use super::prefix::Prefix;
use crate::error::SearchError;

impl Engine {
    /// All prefixes of at most `depth` entries, in order. One predicate run each.
    pub(crate) fn prefixes(
        &mut self,
        predicate: &mut dyn FnMut(&Self) -> bool,
        depth: usize,
        most: usize,
    ) -> Result<Vec<Prefix>, SearchError> {
        let _session = self.begin();
        // Candidates are audited when their part is searched.
        self.tried = 1 << 40 | 1;
        let mut prefixes = Vec::new();
        loop {
            if self.try_candidate(predicate)? {
                self.push_reachable();
            }
            while self.core_mut().stack.len() > depth {
                self.core_mut().pop();
            }
            prefixes.push(self.vector());
            if !self.core_mut().advance() || prefixes.len() > most {
                return Ok(prefixes);
            }
        }
    }
}

impl Core {
    /// Gives the later part of what is left to others: the alternatives that the lowest open entry
    /// of the stack still has. They come, in order, after all that remains here. Nothing if there
    /// is none, or if the search is to end with `last` and has not got there.
    pub(super) fn give_away(&mut self, last: Option<&Prefix>) -> Vec<Prefix> {
        for position in self.floor..self.stack.len() {
            let rest = self.rest(position);
            if rest.is_empty() {
                continue;
            }
            if let Some(end) = last.and_then(|last| last.0.get(position)) {
                if self.state[self.stack[position] as usize] == end.1 {
                    continue;
                }
                // The part around `last` is not given as a whole.
                return Vec::new();
            }
            self.floor = position + 1;
            let below: Vec<(u16, u16)> = self.entries(position).collect();
            let id = self.stack[position];
            return rest
                .into_iter()
                .map(|next| Prefix(below.iter().copied().chain([(id, next)]).collect()))
                .collect();
        }
        Vec::new()
    }

    /// What the entry at a position of the stack will be set to when all above it is done.
    pub(super) fn rest(&mut self, position: usize) -> Vec<u16> {
        self.own_above(position, false);
        let id = self.stack[position] as usize;
        let mut state = self.state[id];
        let mut rest = Vec::new();
        while let Some(next) = self.next(id, state) {
            rest.push(next);
            state = next;
        }
        self.own_above(position, true);
        rest
    }

    /// Says whether the objects that entries above a position own are owned.
    fn own_above(&mut self, position: usize, owned: bool) {
        for index in position + 1..self.stack.len() {
            let id = self.stack[index] as usize;
            let (choice, state) = (&self.choices[id], self.state[id]);
            if choice.kind == Kind::Unowned && state > 0 {
                self.owned[choice.pool as usize][state as usize - 1] = owned;
            }
        }
    }

    /// The lowest entries of the stack.
    pub(super) fn entries(&self, count: usize) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.stack[..count].iter().map(|id| (*id, self.state[*id as usize]))
    }

    /// Whether the candidate comes after all that start with `last`. Asked after every step, it
    /// need only look at the entry that was changed.
    pub(super) fn is_past(&self, last: &Prefix) -> bool {
        let Some(top) = self.stack.len().checked_sub(1).filter(|top| *top < last.0.len()) else {
            return false;
        };
        self.entries(top).eq(last.0[..top].iter().copied())
            && self.state[self.stack[top] as usize] > last.0[top].1
    }
}
