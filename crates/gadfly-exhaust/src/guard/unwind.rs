//! Where no escape is available, a run that spent its budget unwinds from the read that notices.

use super::Outcome;

/// Calls `body`.
pub(super) fn call(body: &mut dyn FnMut() -> Outcome) -> Outcome {
    body()
}

/// There is no way out but unwinding.
pub(super) fn leave(_: Outcome) -> bool {
    false
}
