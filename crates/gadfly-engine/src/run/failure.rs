//! What can go wrong in a sequence, as data.

use crate::process::panic::Captured;
use gadfly_wire::{During, ProcessChange};

/// What went wrong first in a sequence.
#[derive(Debug)]
pub enum Failure {
    /// Something panicked.
    Panicked {
        /// The statement that was running; past the end for final drops.
        statement: u32,
        /// What was going on.
        during: During,
        /// The panic.
        captured: Captured,
    },
    /// Values broke a law.
    Broken {
        /// Its name.
        law: String,
        /// What it says.
        sentence: String,
        /// The variables that break it, in the law's order.
        vars: Vec<u32>,
        /// What the values are, and in what way they disagree.
        detail: String,
    },
    /// A call left the process changed.
    Left {
        /// What is changed.
        what: ProcessChange,
        /// The call.
        statement: u32,
    },
}
