//! Questions to the compiler: does this call compile, and what is its result's type?

mod diagnostics;
mod questions;
mod rustc;
mod stubs;

pub use diagnostics::Diagnostic;
pub use rustc::{ExternCrate, ProbeError, RustcProbe};
pub use stubs::compiling;
