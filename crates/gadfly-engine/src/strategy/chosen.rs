//! The choice of the strategy for a run.

use super::{
    walk, BottomUp, CheckStrategy, ExploreStrategy, RandomWalk, ReplayStrategy, Strategy, TopDown,
};
use crate::link::registry::Registry;
use gadfly_wire::{Direction, Mode, RunConfig};

/// The strategy that a run asks for.
pub fn chosen(registry: &Registry, config: &RunConfig) -> Box<dyn Strategy> {
    match (&config.mode, config.direction) {
        (Mode::Replay { sequences, observe, .. }, _) => {
            Box::new(ReplayStrategy::new(sequences.clone(), *observe))
        }
        (Mode::Walk { order, .. }, _) => walk::chosen(order),
        (Mode::Check { orders }, _) => Box::new(CheckStrategy::new(registry, config, orders)),
        (Mode::Sample { count }, _) => Box::new(ExploreStrategy::new(registry, config, *count)),
        (Mode::Explore, Direction::Directed) => Box::new(ExploreStrategy::new(registry, config, 0)),
        (Mode::Explore, Direction::Undirected) => Box::new(BottomUp::new(registry, config, false)),
        (Mode::Explore, Direction::BottomUp) => Box::new(BottomUp::new(registry, config, true)),
        (Mode::Explore, Direction::RandomWalk) => Box::new(RandomWalk::new(registry, config)),
        (Mode::Explore, Direction::TopDown) => Box::new(TopDown::new(registry, config)),
    }
}
