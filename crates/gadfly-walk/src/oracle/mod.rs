//! The oracle: which outcomes of which sequences a person has judged.

mod memory;
mod text;

pub use memory::{Oracle, Verdict};
pub use text::OracleError;
