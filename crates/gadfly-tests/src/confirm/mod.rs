//! Tests are compiled and run before anybody sees them.
//!
//! What does not compile, or does not do what was predicted, is worded more plainly; what does
//! not then either, or not every time, is dropped and counted.

mod order;
mod prove;
mod run_test;

pub use prove::{Fate, Proof, Suite, formatted, prove};
pub use run_test::{Ended, Trial};
