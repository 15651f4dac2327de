//! Models of how a crate's types are used, learned from logs of traced runs.
//!
//! Owns the way from logs to models. Runs nothing, reads no files and prints nothing: the caller passes in the bytes
//! of logs and the table of functions that the rewriter made.

pub mod draw;
mod function;
pub mod history;
mod identity;
pub mod model;
pub mod record;
pub mod trace;

pub use function::{Function, Functions, Parameter, Passing};
pub use model::{Learned, Literal};
pub use trace::Trace;
