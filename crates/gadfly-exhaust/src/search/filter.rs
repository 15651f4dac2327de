//! Filters of dedicated generators: values that backtracking need not try for a choice point.

use super::core::Core;

impl Core {
    /// Lets only some alternatives through, provided that nothing has read the choice point yet.
    /// What the filter was made from lies below it on the stack, so it holds until it is popped;
    /// had anything else read it before, other values could lead elsewhere.
    pub(super) fn filter(&mut self, id: usize, allowed: Vec<bool>) {
        if self.pending[id] != 0 && self.push(id) {
            self.filters[id] = allowed;
            self.choices[id].filtered = true;
        }
    }
}
