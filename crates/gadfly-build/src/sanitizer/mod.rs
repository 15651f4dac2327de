//! Reports of AddressSanitizer, from its text to a description for people.
//!
//! It writes addresses alone; the names come from the program that it was built into.

mod report;
mod reporter;
mod symbols;

pub use report::{ErrorReport, Stack, StackKind};
pub use reporter::{ReportText, Reporter, short_place};
pub use symbols::{StackFrame, Symbols};
