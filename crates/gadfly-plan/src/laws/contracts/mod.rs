//! Contracts that a type states about its own values.

pub(in crate::laws) mod rep_check;
