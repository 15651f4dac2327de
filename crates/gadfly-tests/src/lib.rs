//! From sequences to proven tests: printed as Rust source, written to test files, compiled and run.
//!
//! Never prints, never touches the user's tree; tests that do not hold are data.

pub mod confirm;
pub mod emit;
pub mod print;
