//! The limits to which iterators are followed, and the check of their size hints.

use crate::generated::{SizeHint, Traversal};
use crate::laws::LawValues;

/// The most items that are asked for.
const MAX_ITEMS: usize = 256;
/// The same of an iterator that says nothing about its items.
const BLIND: usize = 16;

/// The number of items to request: as many as are promised or allowed. An iterator without an upper bound may never end,
/// and one that promises nothing may look for its next item for ever, so neither is followed.
pub(in crate::laws) fn steps_worth((lower, upper): SizeHint) -> Option<usize> {
    match upper {
        Some(upper) if upper < MAX_ITEMS => Some(upper),
        _ => (lower > 0).then(|| lower.min(MAX_ITEMS) - 1),
    }
}

/// The number of items to request where the items matter, not their number: also of an iterator with an empty hint,
/// unless it wraps another, which may be endless without yielding items.
pub(in crate::laws) fn steps_to_compare(values: &LawValues<'_>) -> Option<usize> {
    let hint = values.size_hint()?;
    let says_nothing = || hint == (0, None) && !goes_through_another((values.vtable().info.name)());
    steps_worth(hint).or_else(|| says_nothing().then_some(BLIND))
}

/// Returns whether an iterator adapts another iterator or a function, by the name of its type.
fn goes_through_another(name: &str) -> bool {
    let arguments = name.split_once('<').map_or("", |(_, arguments)| arguments);
    ["iter::", "Iter", "ops::range::", "fn(", "{{closure}}", "dyn "]
        .iter()
        .any(|part| arguments.contains(part))
}

/// The first wrong result of `size_hint` on the way, as text.
pub(in crate::laws) fn wrong_hint(traversed: &Traversal) -> Option<String> {
    let taken = traversed.hints.len() - usize::from(traversed.ended);
    for (step, hint) in traversed.hints.iter().enumerate() {
        if hint.1.is_some_and(|upper| upper < hint.0) {
            // Wrong on its own account.
            continue;
        }
        let left = taken - step.min(taken);
        let few = traversed.ended && left < hint.0;
        let many = hint.1.is_some_and(|upper| upper < left);
        if few || many {
            let more = if traversed.ended { "" } else { " or more" };
            return Some(format!(
                "after {step} items size_hint is {hint:?}, but {left}{more} came"
            ));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::goes_through_another;

    #[test]
    fn adapters_are_recognised_by_their_arguments() {
        let is_adapter = |name: &str| goes_through_another(name);
        assert!(!is_adapter("heapless::vec::IntoIter<u8, typenum::UInt<typenum::UTerm, B1>>"));
        assert!(!is_adapter("vte::params::ParamsIter"));
        assert!(!is_adapter("list::Iter<alloc::string::String>"));
        assert!(is_adapter("itertools::Unique<core::iter::adapters::cycle::Cycle<Words>>"));
        assert!(is_adapter("sieve::Sieve<core::ops::range::RangeFrom<u8>>"));
        assert!(is_adapter("pick::Pick<u8, fn(&u8) -> bool>"));
        assert!(is_adapter("pick::Each<list::Iter<u8>>"));
    }
}
