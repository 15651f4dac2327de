//! Which operations to make: pure functions from the model and the compiler's answers.

pub mod builders;
pub mod call;
pub mod candidate;
pub mod choose;
pub mod closures;
pub mod constants;
pub mod flows;
pub mod hints;
pub mod instantiate;
pub mod parts;
pub mod shape;
pub mod std_traits;
pub mod subst;
pub mod takers;
pub mod universe;
pub mod worklist;
pub mod world;

/// Operations take at most this many arguments.
pub const MAX_INPUTS: usize = 12;
