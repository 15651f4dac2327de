//! The choice of the strategy for a run.

use super::{
    walk, BottomUp, CheckStrategy, ExploreStrategy, RandomWalk, ReplayStrategy, ReplayWatch,
    Samples, Strategy, TopDown,
};
use crate::link::registry::Registry;
use gadfly_wire::{Direction, Mode, RunConfig};

/// The strategy that a run asks for.
pub fn chosen(registry: &Registry, config: &RunConfig) -> Box<dyn Strategy> {
    match (&config.mode, config.direction) {
        (Mode::Replay { sequences, observe, .. }, _) => {
            let watch = if *observe { ReplayWatch::Values } else { ReplayWatch::Outcome };
            Box::new(ReplayStrategy::new(sequences.clone(), watch))
        }
        (Mode::Record { sequences, shared, .. }, _) => {
            Box::new(ReplayStrategy::new(sequences.clone(), ReplayWatch::Steps { shared: *shared }))
        }
        (Mode::Walk { order, .. }, _) => walk::chosen(order),
        (Mode::Check { orders }, _) => Box::new(CheckStrategy::new(registry, config, orders)),
        (Mode::Sample { count }, _) => {
            Box::new(ExploreStrategy::new(registry, config, Samples::Borrowing(*count)))
        }
        (Mode::Vary { count }, _) => {
            Box::new(ExploreStrategy::new(registry, config, Samples::Varied(*count)))
        }
        (Mode::Explore, Direction::Directed) => {
            Box::new(ExploreStrategy::new(registry, config, Samples::None))
        }
        (Mode::Explore, Direction::Undirected) => Box::new(BottomUp::new(registry, config, false)),
        (Mode::Explore, Direction::BottomUp) => Box::new(BottomUp::new(registry, config, true)),
        (Mode::Explore, Direction::RandomWalk) => Box::new(RandomWalk::new(registry, config)),
        (Mode::Explore, Direction::TopDown) => Box::new(TopDown::new(registry, config)),
    }
}
