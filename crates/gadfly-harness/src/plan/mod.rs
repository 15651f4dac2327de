//! Which operations to make: pure functions from the model and the compiler's answers.

pub mod builders;
pub mod call;
pub mod candidate;
pub mod chained;
pub mod changes;
pub mod choose;
pub mod closures;
pub mod constants;
pub mod conversions;
pub mod explain;
pub mod flows;
pub mod found;
pub mod hints;
pub mod implementors;
pub mod instantiate;
mod kinds;
pub mod laws;
pub mod lifetimes;
pub mod literals;
mod numerals;
pub mod parts;
pub mod reach;
pub mod rounds;
pub mod seed;
pub mod select;
pub mod shape;
pub mod signature;
pub mod statics;
pub mod std_traits;
pub mod subst;
mod support;
pub mod takers;
pub mod tracked;
pub mod universe;
mod variants;
pub mod wanted;
mod worklist;
pub mod world;

/// Operations take at most this many arguments.
pub const MAX_INPUTS: usize = 12;
