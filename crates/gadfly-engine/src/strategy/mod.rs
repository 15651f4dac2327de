//! Strategies: who decides what is called next.
//!
//! One file each. A strategy does one sequence at a time; budgets, checkpoints and progress are the search's business.

mod attempts;
mod baseline;
mod batch;
mod check;
mod choice;
mod chosen;
mod explore;
mod input;
mod kept;
mod picks;
mod property_targets;
mod replay;
mod seeds;
mod splices;
mod walk;

pub use baseline::{BottomUp, RandomWalk, TopDown};
pub use check::Check;
pub use choice::Chooser;
pub use chosen::chosen;
pub use explore::Explore;
pub use replay::Replay;
pub use walk::{States, Walk};

use crate::execute::Machine;

/// Decides what is called next.
pub trait Strategy {
    /// Runs one sequence. False when there is nothing left to do.
    fn round(&mut self, machine: &mut Machine<'_>) -> bool;

    /// Goes on with other random choices than those that were made from this state before.
    fn reseed(&mut self, _salt: u64) {}

    /// Says what is to be said when all is over.
    fn close(&mut self, _machine: &mut Machine<'_>) {}

    /// How many distinct values were seen.
    fn states(&self) -> u64 {
        0
    }
}
