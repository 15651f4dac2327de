//! Conclusions from the smallest sequence that fails.

pub(crate) mod beyond_memory;
pub(crate) mod names_argument;
pub(crate) mod position_from_function;
pub(crate) mod unchecked_call_before;
pub(crate) mod values_from_stub;
