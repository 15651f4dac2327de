//! Strategies: who decides what is called next.
//!
//! One file each. A strategy does one sequence at a time; budgets, checkpoints and progress are the search's business.

mod choice;
mod kept;
mod picks;
mod replay;
mod walk;

pub use choice::Chooser;
pub use replay::Replay;
pub use walk::Walk;

use crate::execute::Machine;

/// Decides what is called next.
pub trait Strategy {
    /// Runs one sequence. False when there is nothing left to do.
    fn round(&mut self, machine: &mut Machine<'_>) -> bool;

    /// Goes on with other random choices than those that were made from this state before.
    fn reseed(&mut self, _salt: u64) {}

    /// How many distinct values were seen.
    fn states(&self) -> u64 {
        0
    }
}
