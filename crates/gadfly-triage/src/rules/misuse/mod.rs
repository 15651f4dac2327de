//! Values that were used while they were not alive, and calls that a panicking value interrupts.

pub(crate) mod gives_up_after_panic;
pub(crate) mod misuse_outside_calls;
pub(crate) mod misused_value;
