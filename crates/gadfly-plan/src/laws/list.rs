//! All laws that follow from names and signatures.

use super::statement::Statement;
use super::type_methods::TypeMethods;
use super::{
    capacity, checked, clamping, clearing, containing, conversions, counting, defaults, emptiness,
    ends, entries, equal_observers, extremes, finding, handles, idempotence, indexing, insertion,
    involution, membership, operators, rotation, round_trips, rounding, setting, splitting, stacks,
    subsets, trying, uniting,
};

/// Finds what a law says about one type.
pub(super) type Stater = for<'k> fn(&'k TypeMethods<'k>) -> Vec<Statement<'k>>;

/// Every law, in the order in which they are stated.
pub(super) const LAWS: &[Stater] = &[
    emptiness::state,
    counting::state,
    ends::state,
    containing::state,
    indexing::state,
    finding::state,
    capacity::state,
    equal_observers::state,
    operators::state,
    checked::state,
    trying::state,
    round_trips::state,
    conversions::state,
    defaults::state,
    idempotence::state,
    involution::state,
    rotation::state,
    setting::state,
    extremes::state,
    clamping::state,
    rounding::state,
    insertion::state,
    membership::state,
    subsets::state,
    uniting::state,
    handles::state,
    entries::state,
    stacks::state,
    splitting::state,
    clearing::state,
];
