//! Models of how a crate's types are used, learned from logs of traced runs.
//!
//! Owns the way from logs to models. Runs nothing, reads no files and prints nothing: the caller passes in the bytes
//! of logs and the table of functions that the rewriter made.

pub mod record;
