//! Mutants of a crate: small changes to its code, all of them in one build, of which a switch chooses one.
//!
//! Owns which changes there are, the text that holds them, which of them the compiler accepts, and which the crate's own tests
//! notice. Writes into the folders that it is given.

mod error;
mod missed;
mod mutant;
pub mod own_tests;
mod schemata;
mod source;
mod switch;

pub use error::MutateError;
pub use missed::MissedList;
pub use mutant::{Mutant, Operator};
pub use schemata::{Schemata, SchemataRequest, schemata};
