//! Tests are compiled and run before they are placed.
//!
//! [`Suite`]s are files of their own, compiled with nothing but the crate's public functions in reach. [`Candidate`]s become
//! modules of the crate and are compiled with its own tests. Both are run several times in processes of their own. What does not
//! compile, or does something else than predicted, is written in other words; what never does is dropped, with the reason.

mod candidate;
mod crate_tests;
mod error;
mod order;
mod prover;
mod suite;
mod trial;

pub use candidate::{Candidate, Verdict};
pub use crate_tests::{CrateBuild, CrateTests};
pub use error::ProveError;
pub use prover::{Prover, TrialRoom};
pub use suite::{Fate, Proof, Suite, formatted, prove};
pub use trial::{Ended, RUNS, TestRun, Trial};
