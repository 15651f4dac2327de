//! Conclusions from experiments: the failing call made again with other values.

use crate::facts::Facts;
use crate::words::is_resource;

pub(crate) mod argument_out_of_range;
pub(crate) mod assertion_about_receiver;
pub(crate) mod broken_receiver;
pub(crate) mod documented_argument;
pub(crate) mod empty_receiver;
pub(crate) mod exhausts_regardless;
pub(crate) mod fails_in_the_middle;
pub(crate) mod fallible_overflow;
pub(crate) mod handmade_receiver;
pub(crate) mod larger_receiver;
pub(crate) mod no_argument_matters;
pub(crate) mod number_is_no_size;
pub(crate) mod only_zeros_together;
pub(crate) mod plain_closure;
pub(crate) mod refused_argument;
pub(crate) mod smaller_suffices;

/// Returns whether time or memory ran out, or a panic reports that memory would.
fn is_exhausted(facts: &Facts) -> bool {
    facts.death().is_some_and(crate::facts::Death::is_exhaustion)
        || (facts.panic().is_some() && is_resource(facts.shown_message()))
}
