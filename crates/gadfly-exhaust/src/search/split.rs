//! Splits the search space into parts: prefixes that cover it, in the order of the search.

use super::choice::ChoiceKind;
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
    /// Gives the later part of the remaining search to others: the remaining alternatives of the lowest
    /// open entry of the stack. They follow, in order, all candidates that remain here. Empty if
    /// there is none, or if the search ends with `last` and has not reached it.
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
                // The part that contains `last` is not given away as a whole.
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

    /// The remaining alternatives of the stack entry at a position.
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

    /// Marks the objects of entries above a position as owned or not.
    fn own_above(&mut self, position: usize, owned: bool) {
        for index in position + 1..self.stack.len() {
            let id = self.stack[index] as usize;
            let (choice, state) = (&self.choices[id], self.state[id]);
            if choice.kind == ChoiceKind::Unowned && state > 0 {
                self.owned[choice.pool as usize][state as usize - 1] = owned;
            }
        }
    }

    /// The lowest entries of the stack.
    pub(super) fn entries(&self, count: usize) -> impl Iterator<Item = (u16, u16)> + '_ {
        self.stack[..count].iter().map(|id| (*id, self.state[*id as usize]))
    }

    /// Returns whether the candidate comes after all that start with `last`. Called after every step,
    /// it checks only the changed entry.
    pub(super) fn is_past(&self, last: &Prefix) -> bool {
        let Some(top) = self.stack.len().checked_sub(1).filter(|top| *top < last.0.len()) else {
            return false;
        };
        self.entries(top).eq(last.0[..top].iter().copied())
            && self.state[self.stack[top] as usize] > last.0[top].1
    }
}
