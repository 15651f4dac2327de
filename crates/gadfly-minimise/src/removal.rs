//! First phase: leaving statements out.

use std::collections::BTreeSet;

use gadfly_wire::Sequence;

use super::edit::{with_users, without};

/// Shorter sequences to try, the boldest first, each with what it leaves out. `last`, if any, is
/// the statement that fails, and stays.
pub(super) fn removals(sequence: &Sequence, last: Option<u32>) -> Vec<(BTreeSet<u32>, Sequence)> {
    let length = sequence.statements.len() as u32;
    let mut tried: BTreeSet<BTreeSet<u32>> = BTreeSet::new();
    let mut found = Vec::new();
    let mut width = length / 2;
    while width >= 1 {
        let mut end = length;
        while end > 0 {
            let start = end.saturating_sub(width);
            let chosen: BTreeSet<u32> = (start..end).filter(|index| Some(*index) != last).collect();
            end = start;
            let removed = with_users(sequence, &chosen);
            let keeps_last = last.is_none_or(|last| !removed.contains(&last));
            if !removed.is_empty() && keeps_last && tried.insert(removed.clone()) {
                let shorter = without(sequence, &removed);
                found.push((removed, shorter));
            }
        }
        width /= 2;
    }
    found
}
