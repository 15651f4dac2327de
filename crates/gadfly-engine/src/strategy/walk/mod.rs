//! Every protocol of a type up to a length: breadth first, each on a fresh value.

mod enumerate;
mod run_calls;
mod show;
mod states;

pub use enumerate::Walk;
pub use states::States;

use super::Strategy;
use gadfly_wire::{Growth, WalkOrder};

/// The strategy that an order asks for.
pub(super) fn chosen(order: &WalkOrder) -> Box<dyn Strategy> {
    match order.growth {
        Growth::States => Box::new(States::new(order.clone())),
        _ => Box::new(Walk::new(order.clone())),
    }
}
