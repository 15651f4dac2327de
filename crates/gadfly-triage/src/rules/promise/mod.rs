//! Panics that break a promise to the caller, or that only the code itself can be responsible for.

pub(crate) mod admits_a_bug;
pub(crate) mod could_refuse;
pub(crate) mod full_range;
pub(crate) mod internal_assertion;
pub(crate) mod internal_lengths;
pub(crate) mod language_panic;
pub(crate) mod never_panics;
pub(crate) mod unexplained;
pub(crate) mod unreachable_code;
