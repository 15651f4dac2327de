//! The arguments of a property: the operations that make or change them, and the rate of new inputs of each.

use crate::link::registry::{LinkedOperation, LinkedParameter, Registry};
use crate::rng::Rng;
use crate::run::borrow::is_mutating;
use crate::strategy::explore::pool::ValuePool;

/// The greatest factor by which a call with fewer new inputs is made less often than another.
const UNFRUITFUL: u64 = 6;

/// The operations that lead to the arguments of one property.
pub(in crate::strategy) struct PropertyTargets {
    /// Operations that make them or change them.
    pub(in crate::strategy) means: Vec<u32>,
    /// Those that change one.
    pub(in crate::strategy) changes: Vec<Change>,
    /// True if it takes one value that has to be made, and literals.
    pub(in crate::strategy) takes_one: bool,
    /// True if it takes literals alone.
    pub(in crate::strategy) takes_literals: bool,
}

/// An operation that changes an argument of a property.
pub(in crate::strategy) struct Change {
    pub(in crate::strategy) operation: u32,
    /// As which argument it takes it.
    pub(in crate::strategy) at: u8,
    pub(in crate::strategy) tried: u32,
    /// The number of new inputs that it brought.
    pub(in crate::strategy) new: u32,
}

impl PropertyTargets {
    /// Those of a property.
    pub(in crate::strategy) fn new(registry: &Registry, pool: &ValuePool, property: u32) -> Self {
        let change = |(operation, at)| Change { operation, at, tried: 0, new: 0 };
        Self {
            means: targets(registry, property),
            changes: changes(registry, property).map(change).collect(),
            takes_one: made(registry, pool, property) == 1,
            takes_literals: made(registry, pool, property) == 0,
        }
    }

    /// A call that changes an argument.
    pub(in crate::strategy) fn change(&self, rng: &mut Rng) -> Option<usize> {
        let all: u64 = self.weights().sum();
        if all == 0 {
            return None;
        }
        let mut left = rng.below(all as usize) as u64;
        self.weights().position(|weight| {
            let is_it = left < weight;
            left = left.saturating_sub(weight);
            is_it
        })
    }

    /// The weight of each of those calls: higher for those that brought new inputs more often.
    pub(in crate::strategy) fn weights(&self) -> impl Iterator<Item = u64> + '_ {
        let yielded =
            |change: &Change| u64::from(change.new + 1) * 1000 / u64::from(change.tried + 1);
        let least = self.changes.iter().map(yielded).max().unwrap_or_default() / UNFRUITFUL;
        self.changes.iter().map(move |change| yielded(change).max(least).max(1))
    }
}

/// The number of a property's arguments that have to be made; all others are literals.
fn made(registry: &Registry, pool: &ValuePool, property: u32) -> usize {
    let Some(property) = registry.operation(property) else { return 0 };
    let is_made = |parameter: &&LinkedParameter| {
        parameter.accepts.iter().all(|(ty, _)| !pool.has_literals(*ty))
    };
    property.args.iter().filter(is_made).count()
}

/// Operations that make or change arguments of a property.
fn targets(registry: &Registry, property: u32) -> Vec<u32> {
    let makes = |operation: &LinkedOperation| is_taken(registry, property, operation.output);
    let made = means(registry).filter(|(_, operation)| makes(operation)).map(|(id, _)| id);
    let mut targets: Vec<u32> = made.chain(changes(registry, property).map(|(id, _)| id)).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Operations that change arguments of a property, with the index of the argument.
fn changes(registry: &Registry, property: u32) -> impl Iterator<Item = (u32, u8)> + '_ {
    let changes = move |parameter: &LinkedParameter| {
        let mut accepted = parameter.accepts.iter();
        accepted.any(|(ty, access)| is_mutating(*access) && is_taken(registry, property, *ty))
    };
    means(registry).filter_map(move |(id, operation)| {
        Some((id, operation.args.iter().position(changes)? as u8))
    })
}

/// Operations that are neither properties nor laws.
fn means(registry: &Registry) -> impl Iterator<Item = (u32, &LinkedOperation)> {
    let all = registry.operations.iter().enumerate();
    all.filter_map(|(id, operation)| Some((id as u32, operation.as_ref()?)))
        .filter(|(_, operation)| operation.property.is_none() && operation.law.is_none())
}

fn is_taken(registry: &Registry, property: u32, ty: u32) -> bool {
    let Some(property) = registry.operation(property) else { return false };
    let mut accepted = property.args.iter().flat_map(|parameter| &parameter.accepts);
    accepted.any(|(accepted, _)| *accepted == ty)
}
