//! How far iterators are followed, and whether they kept their word.

use crate::generated::{SizeHint, Walked};

/// The most items that are asked for.
const MAX_ITEMS: usize = 256;

/// How many items may be asked for: as many as are promised or allowed. One that does not say where it ends may never end,
/// and one that promises nothing may look for its next item for ever, so neither is followed.
pub(super) fn steps_worth((lower, upper): SizeHint) -> Option<usize> {
    match upper {
        Some(upper) if upper < MAX_ITEMS => Some(upper),
        _ => (lower > 0).then(|| lower.min(MAX_ITEMS) - 1),
    }
}

/// What is wrong about what `size_hint` said on the way.
pub(super) fn wrong_hint(walked: &Walked) -> Option<String> {
    let taken = walked.hints.len() - usize::from(walked.ended);
    for (step, hint) in walked.hints.iter().enumerate() {
        if hint.1.is_some_and(|upper| upper < hint.0) {
            // Wrong on its own account.
            continue;
        }
        let left = taken - step.min(taken);
        let few = walked.ended && left < hint.0;
        let many = hint.1.is_some_and(|upper| upper < left);
        if few || many {
            let more = if walked.ended { "" } else { " or more" };
            return Some(format!(
                "after {step} items size_hint is {hint:?}, but {left}{more} came"
            ));
        }
    }
    None
}
