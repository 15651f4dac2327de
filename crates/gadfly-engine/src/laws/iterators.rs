//! How far iterators are followed.

use crate::generated::SizeHint;

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
