//! From sequences to proven tests: printed as Rust source, written to test files, compiled and run.
//!
//! Never prints; writes into the user's tree in `place` alone. Tests that do not hold are data.

pub mod choose;
pub mod emit;
pub mod home;
pub mod place;
pub mod print;
pub mod prove;
