//! Operations to make: pure functions from the model and the compiler's answers, and the record of what was prepared.

pub mod call;
pub mod candidate;
pub mod changes;
pub mod closures;
pub mod compiler;
pub mod constants;
pub mod construct;
pub mod conversions;
pub mod destructure;
pub mod explain;
pub mod flows;
pub mod hints;
pub mod instantiate;
mod kinds;
pub mod laws;
pub mod lifetimes;
pub mod literals;
pub mod method_chain;
pub mod names;
pub mod parse_type;
pub mod parts;
pub mod prepared;
pub mod properties;
pub mod reach;
pub mod requested_types;
pub mod rounds;
pub mod seed;
pub mod select;
pub mod shape;
pub mod signature;
pub mod splicing;
pub mod statics;
pub mod std_traits;
pub mod stubs;
pub mod subst;
mod support;
pub mod tracked;
pub mod trait_solver;
pub mod type_choice;
mod type_level_numbers;
pub mod universe;
mod variants;
mod worklist;

/// Operations take at most this many arguments.
pub const MAX_INPUTS: usize = 12;
