//! What is learned from code that is really traced.
#![expect(clippy::semicolon_if_nothing_returned, reason = "the rewriter writes it so")]

mod filters;
mod golden;
mod graph;
mod hidden;
mod identity;
mod pictures;
