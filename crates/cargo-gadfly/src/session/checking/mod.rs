//! Properties tried on inputs that the crate's own functions make.

mod causes;
mod check;
mod harness;
mod leftovers;
mod programs;
mod proof;
mod proving;
mod replaying;
mod statistics;
mod stored;
mod writing;

pub(super) use check::{check, minimised};
pub(super) use proving::prove;
pub(super) use replaying::replay_inside;
