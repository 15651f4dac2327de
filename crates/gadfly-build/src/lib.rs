//! From operations to a compiled, running harness.
//!
//! Has the compiler judge which operations to offer, renders and builds them, and runs the
//! result. Never prints, never touches the user's tree; what could not be used is data.

pub mod atomic_file;
pub mod edges;
pub mod fingerprint;
pub mod helpers;
pub mod linked;
mod listing;
pub mod mine;
pub mod prepare;
pub mod prepared_file;
pub mod probe;
pub mod render;
pub mod replay;
pub mod run;
pub mod sanitizer;
pub mod sealed;
pub mod test_programs;
pub mod traced;
mod unsafe_code;
pub mod workspace;
