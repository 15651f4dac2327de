//! Every protocol of a type up to a length: breadth first, each on a fresh value.

mod enumerate;
mod run_calls;
mod show;
mod states;

pub use enumerate::WalkStrategy;
pub use states::StatesStrategy;

use super::Strategy;
use gadfly_wire::{Growth, WalkOrder};

/// The strategy that an order asks for.
pub(super) fn chosen(order: &WalkOrder) -> Box<dyn Strategy> {
    match order.growth {
        Growth::States => Box::new(StatesStrategy::new(order.clone())),
        _ => Box::new(WalkStrategy::new(order.clone())),
    }
}
