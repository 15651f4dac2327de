//! Questions to the compiler: does this call compile, and what is its result's type?

mod diagnostics;
mod made_up;
mod parse_type;
mod questions;
mod rustc;

pub use diagnostics::Diagnostic;
pub use made_up::compiling;
pub use parse_type::parse_type;
pub use rustc::{ExternCrate, ProbeError, RustcProbe};
