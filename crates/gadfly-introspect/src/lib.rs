//! Reads a crate.
