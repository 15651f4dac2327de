//! From a crate's model to a running harness.
//!
//! Plans which operations to offer, has the compiler judge them, renders and builds them, and
//! runs the result. Never prints, never touches the user's tree; what could not be used is data.

pub mod confirm;
pub mod edges;
pub mod emit;
pub mod fingerprint;
pub mod helpers;
pub mod mine;
pub mod minimise;
pub mod plan;
pub mod prepare;
pub mod prepared;
pub mod print;
pub mod probe;
pub mod properties;
pub mod render;
pub mod replay;
pub mod run;
pub mod sanitizer;
pub mod splicing;
mod stable_hash;
mod unsafe_code;
pub mod workspace;
