//! Filters of dedicated generators: values that backtracking need not try for a choice point.

use super::choice::ChoiceKind;
use super::core::Core;
use crate::trace::KeepFilter;

impl Core {
    /// Permits only some alternatives of the choice point at `at`, provided that it has not been read
    /// yet. The reads on which the filter depends are below it on the stack, so it holds until the
    /// choice point is popped. After an earlier read, other values could lead to other candidates.
    pub(super) fn filter(&mut self, id: usize, at: usize, size: usize, keep: KeepFilter<'_>) {
        let Some(choice) = self.choices.get(id) else { return };
        let whole = choice.at as usize == at && choice.size as usize == size;
        if !whole || choice.kind == ChoiceKind::Variants || !self.pending.get(id) {
            return;
        }
        let images =
            (0..choice.count as usize).map(|index| choice.images.wrapping_add(index * size));
        let allowed: Vec<bool> = images.map(keep).collect();
        if self.push(id) {
            self.filters[id] = allowed;
            self.choices[id].filtered = true;
        }
    }
}
