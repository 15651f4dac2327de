//! From a crate's model to a running harness.

pub mod plan;
pub mod probe;
pub mod workshop;
