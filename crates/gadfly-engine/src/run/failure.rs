//! Failures of a sequence, as data.

use crate::process::panic::Captured;
use gadfly_wire::{During, ProcessChange};

/// The first failure of a sequence.
#[derive(Debug)]
pub enum SequenceFailure {
    /// Something panicked.
    Panicked {
        /// The statement that was running; past the end for final drops.
        statement: u32,
        /// The activity that failed.
        during: During,
        /// The panic.
        captured: Captured,
    },
    /// Values broke a law.
    Broken {
        /// Its name.
        law: String,
        /// Its sentence.
        sentence: String,
        /// The variables that break it, in the law's order.
        vars: Vec<u32>,
        /// The values, and the way in which they disagree.
        detail: String,
    },
    /// A call left the process changed.
    Left {
        /// The kind of change.
        what: ProcessChange,
        /// The call.
        statement: u32,
    },
}
