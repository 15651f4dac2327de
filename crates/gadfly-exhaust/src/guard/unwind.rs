//! Where no escape is available, a run that spent its budget unwinds from the read that notices.

use std::ffi::c_void;

use super::{outcome, RunEnd};

/// Calls `body(context)`.
pub(super) fn call(body: extern "C" fn(*mut c_void) -> usize, context: *mut c_void) -> RunEnd {
    outcome(body(context))
}

/// There is no way out but unwinding.
pub(super) fn leave(_: RunEnd) -> bool {
    false
}
