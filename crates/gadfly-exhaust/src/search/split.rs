//! Cutting the search space into parts: prefixes that cover it, in the order of the search.

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
