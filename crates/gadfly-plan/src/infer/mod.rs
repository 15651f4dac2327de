//! Instances of generic functions and types: the types that parameters stand for.

pub mod instantiate;
pub(crate) mod kinds;
pub mod requested_types;
pub mod seed;
pub mod type_choice;
mod type_level_numbers;
