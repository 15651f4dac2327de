//! Operations to make: pure functions from the model and the compiler's answers, and the record of what was prepared.
//!
//! `rounds` proposes operations until nothing new comes, with `worklist` as its state and `compiler` as the
//! questions it asks; `select` decides which of the accepted are built. The folders hold what they need: `types`, `solve`
//! (traits), `infer` (instances), `operations`, `literals`, `stubs` (types made up for traits), `laws` and `properties`.

pub mod compiler;
pub mod explain;
pub mod infer;
pub mod laws;
pub mod literals;
pub mod names;
pub mod operations;
pub mod prepared;
pub mod properties;
pub mod reach;
pub mod rounds;
pub mod select;
pub mod solve;
pub mod splicing;
pub mod stubs;
mod support;
pub mod types;
mod variants;
mod worklist;

/// Operations take at most this many arguments.
pub const MAX_INPUTS: usize = 12;
