//! What a crate offers to its callers, as plain data.
