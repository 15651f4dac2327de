//! The program side of `cargo gadfly exhaust`: a function under test, found and driven by the
//! command over standard input and output.

mod attempt;
mod case;
mod drive;
mod journal;
mod pipes;
mod verdict;

pub use attempt::{attempt, CaughtPanic};
pub use drive::{Harness, Subject};
pub use verdict::Verdict;
