//! Strategies, which choose the next calls.
//!
//! One file each. A strategy does one sequence at a time; budgets, checkpoints and progress are the search's business.

mod baseline;
mod check;
mod chosen;
pub(crate) mod explore;
mod replay;
mod walk;

pub use baseline::{BottomUp, RandomWalk, TopDown};
pub use check::CheckStrategy;
pub use chosen::chosen;
pub use explore::{ExploreStrategy, OperationChooser, Samples};
pub use replay::{ReplayStrategy, ReplayWatch};
pub use walk::{StatesStrategy, WalkStrategy};

use crate::machine::Machine;

/// Chooses the next calls.
pub trait Strategy {
    /// Runs one sequence. False when there is nothing left to do.
    fn round(&mut self, machine: &mut Machine<'_>) -> bool;

    /// Goes on with other random choices than those that were made from this state before.
    fn reseed(&mut self, _salt: u64) {}

    /// Sends the final events.
    fn close(&mut self, _machine: &mut Machine<'_>) {}

    /// The number of distinct values.
    fn states(&self) -> u64 {
        0
    }
}
