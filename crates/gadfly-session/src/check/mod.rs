//! Properties tried on inputs that the crate's own functions make.

mod causes;
mod crate_tests;
mod harness;
mod leftovers;
mod proving;
mod replaying;
mod session;
mod statistics;
mod stored;
mod stored_tests;

pub(super) use proving::prove;
pub(super) use replaying::replay_inside;
pub(super) use session::{check, minimised};
