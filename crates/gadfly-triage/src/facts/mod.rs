//! Facts about a finding, typed, as rules read them.
//!
//! Facts become known in phases: when the failure is seen, when its sequence is minimised, and when its test is proven or
//! not. What is known already never changes, so that a later phase only adds.

mod call;
mod death;
mod experiment;
mod finding;
mod panic;
mod sequences;
mod types;
mod variation;

pub use call::{Call, CallParameter, Documentation};
pub use death::{Death, DeathCause};
pub use experiment::{Effect, Experiment, Experiments};
pub use finding::{Facts, Failure, Misuse};
pub use panic::{Panic, Raised};
pub use sequences::{SeenSequence, SmallestSequence, TestAttempt};
pub use types::{is_common, is_option, is_result, returns_sizes};
pub use variation::{Receiver, Site, Tally, Trials, Variation};
