//! From a crate's sources to those of a scratch copy that logs its calls.
//!
//! Owns what is inserted, where, the package around it, and which functions are left as they are because the compiler
//! refuses them otherwise. What the inserted text does is `gadfly-trace`'s. Writes into the folder that it is given, and runs
//! cargo there. [`copy`] has what other rewriting of a crate needs as well: a copy of its package, text inserted at places, and the
//! compiler's answer.

mod compile;
mod error;
mod judge;
mod runtime;
mod scratch;
mod source;

pub use error::InstrumentError;
/// Environment variables of programs of a copy: the folder of their logs, and limits.
pub use gadfly_trace::{BYTES as TRACE_BYTES, DIRECTORY as TRACE_DIRECTORY, TEXTS as TRACE_TEXTS};
pub use judge::{Instrumented, instrument};
pub use scratch::Request;
pub use source::{FoundFunction, Rewrite, Rewritten, Seen, Site, Unseen};

/// Rewriting of a copy, whatever is inserted.
pub mod copy {
    pub use crate::compile::{Checked, Complaint, Place, called_in_constant, check};
    pub use crate::scratch::{PackageCopy, cargo_in_copy};
    pub use crate::source::{Edits, is_test, parse, start};
}
