//! Traits: which types implement them, by the model and by what is known of the standard library.

pub mod conversions;
pub mod hints;
pub mod std_traits;
pub mod trait_solver;
