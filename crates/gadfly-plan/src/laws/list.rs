//! All laws that follow from names and signatures.

use super::collections::{
    capacity, clearing, containing, counting, emptiness, ends, equal_observers, indexing,
    splitting, stacks,
};
use super::contracts::rep_check;
use super::inverses::{conversions, idempotence, involution, rotation, round_trips, setting};
use super::keyed::{entries, finding, handles, insertion, membership, subsets, uniting};
use super::numbers::{clamping, extremes, rounding};
use super::siblings::{checked, defaults, operators, trying};
use super::statement::Statement;
use super::type_methods::TypeMethods;

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
    rep_check::state,
];
