//! The request to end the run soon, shared by the whole process.

use std::sync::atomic::{AtomicUsize, Ordering};

static REQUESTS: AtomicUsize = AtomicUsize::new(0);

/// Asks for the run to end soon; returns how often that was asked before.
pub fn request() -> usize {
    REQUESTS.fetch_add(1, Ordering::SeqCst)
}

/// Returns whether the run should end soon.
pub fn requested() -> bool {
    REQUESTS.load(Ordering::SeqCst) > 0
}
