//! Strategies: who decides what is called next.
//!
//! One file each. A strategy does one sequence at a time; budgets, checkpoints and progress are the search's business.

mod aims;
mod attempts;
mod baseline;
mod check;
mod choice;
mod kept;
mod picks;
mod protocol;
mod replay;
mod seeds;
mod volley;
mod walk;

pub use baseline::{BottomUp, RandomWalk, TopDown};
pub use check::Check;
pub use choice::Chooser;
pub use protocol::{Protocols, States};
pub use replay::Replay;
pub use walk::Walk;

use crate::execute::Machine;
use crate::registry::Registry;
use gadfly_wire::{Direction, Mode, RunConfig};

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

/// The strategy that a run asks for.
pub fn chosen(registry: &Registry, config: &RunConfig) -> Box<dyn Strategy> {
    match (&config.mode, config.direction) {
        (Mode::Replay { sequences, observe, .. }, _) => {
            Box::new(Replay::new(sequences.clone(), *observe))
        }
        (Mode::Protocols { order, .. }, _) => protocol::chosen(order),
        (Mode::Check { orders }, _) => Box::new(Check::new(registry, config, orders)),
        (Mode::Sample { count }, _) => Box::new(Walk::new(registry, config, *count)),
        (Mode::Walk, Direction::Directed) => Box::new(Walk::new(registry, config, 0)),
        (Mode::Walk, Direction::Undirected) => Box::new(BottomUp::new(registry, config, false)),
        (Mode::Walk, Direction::BottomUp) => Box::new(BottomUp::new(registry, config, true)),
        (Mode::Walk, Direction::RandomWalk) => Box::new(RandomWalk::new(registry, config)),
        (Mode::Walk, Direction::TopDown) => Box::new(TopDown::new(registry, config)),
    }
}
