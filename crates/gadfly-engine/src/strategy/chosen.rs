//! Which strategy a run is made by.

use super::{protocol, BottomUp, Check, RandomWalk, Replay, Strategy, TopDown, Walk};
use crate::registry::Registry;
use gadfly_wire::{Direction, Mode, RunConfig};

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
