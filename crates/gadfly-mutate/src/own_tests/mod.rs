//! The crate's own tests against its mutants: which tests come by which places, and which mutants a test fails with.

mod program;
mod reach;
mod score;
mod verdicts;

pub use reach::{OwnTests, TestRoom};
pub use score::{Score, TestedMutant, Verdict};
pub use verdicts::verdicts;
