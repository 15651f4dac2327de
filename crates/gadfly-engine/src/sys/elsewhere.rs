//! Systems on which the engine runs without containment.

use super::{Fork, ProcessEnd};
use std::time::Instant;

/// True if the search can run in a process that may die.
pub(crate) const CAN_CONTAIN: bool = false;

/// Never splits.
pub(crate) fn split() -> Fork {
    Fork::Failed
}

/// There is nothing to wait for.
pub(crate) fn wait(
    _pid: i32,
    _every_millis: u32,
    _is_stuck: &mut dyn FnMut(bool) -> bool,
) -> Option<ProcessEnd> {
    None
}

/// Not known, and never asked for.
pub(crate) fn own_id() -> i32 {
    0
}

/// Not known.
pub(crate) fn threads() -> u64 {
    1
}

/// Not known.
pub(crate) fn held_bytes() -> u64 {
    0
}

/// Signals are left alone.
pub(crate) fn restore_signals() {}

/// Not known.
pub(crate) fn blocked() -> u64 {
    0
}

/// Not known.
pub(crate) fn file_behind(_descriptor: i32) -> Option<(u64, u64)> {
    None
}

/// Ends the process without unwinding.
pub(crate) fn exit_at_once(_code: i32) -> ! {
    std::process::abort()
}

/// Zeroed memory that is never freed.
pub(crate) fn shared_zeroed(length: usize) -> *mut u8 {
    Box::leak(vec![0_u128; length / 16 + 1].into_boxed_slice()).as_mut_ptr().cast()
}

/// Nothing is shared.
pub(crate) fn shared_page(_path: &str) -> Option<*mut u8> {
    None
}

/// There are no ticks.
pub(crate) fn tick_every(_millis: u32, _handler: extern "C" fn(i32)) {}

/// There are no ticks.
pub(crate) fn stop_ticks() {}

/// Not known.
pub(crate) fn cpu_millis() -> u64 {
    0
}

/// Nanoseconds since the first call.
pub(crate) fn now_nanos() -> u64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Output is left alone.
pub(crate) fn redirect(_from: &std::fs::File, _to: i32) -> bool {
    false
}

/// There are none.
pub(crate) fn no_core_files() {}
