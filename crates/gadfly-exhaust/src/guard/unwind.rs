//! Platforms without an escape: a run without budget unwinds from its last read.

use std::ffi::c_void;

use super::{outcome, RunEnd};

/// Calls `body(context)`.
pub(super) fn call(body: extern "C" fn(*mut c_void) -> usize, context: *mut c_void) -> RunEnd {
    outcome(body(context))
}

/// Unwinds, since no escape is available.
pub(super) fn leave(_: RunEnd) -> bool {
    false
}
