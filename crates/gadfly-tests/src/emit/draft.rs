//! A test before it is written.

use gadfly_wire::{CrashKind, ProcessChange, Sequence};

use crate::print::{End, Expected};

/// A test to write.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its name.
    pub name: String,
    /// The function or type it is about.
    pub item: String,
    /// What it says about itself, a line each.
    pub doc: Vec<String>,
    /// What it does.
    pub sequence: Sequence,
    /// Sources of all literals, by index.
    pub literals: Vec<String>,
    /// How it ends.
    pub end: End,
    /// What it expects on the way.
    pub expected: Vec<Expected>,
    /// Functions that its end calls.
    pub helpers: String,
    /// Where it runs.
    pub containment: Containment,
    /// The panic it must end with to pass.
    pub should_panic: Option<String>,
    /// Why it is not run unless asked for.
    pub ignore: Option<String>,
    /// What will happen.
    pub prediction: Prediction,
}

impl Draft {
    /// How many panics the test catches on its way.
    pub fn caught(&self) -> usize {
        self.sequence.statements.iter().filter(|statement| statement.caught).count()
    }
}

/// Where the body of a test runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// In the test.
    None,
    /// In a process of its own, which may die.
    Process,
    /// In a process of its own, which may not come back.
    ProcessWithTimeout,
    /// In a process of its own, in which nothing may be left behind.
    ProcessWithout(ProcessChange),
}

/// What a test will do when it is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prediction {
    /// It passes.
    Passes,
    /// It fails with this panic.
    Panics(String),
    /// It fails by an assertion of its own.
    Fails,
    /// Its process dies in this way.
    Dies(CrashKind),
    /// Its process is ended by a sanitizer.
    Reported,
    /// Its process does not come back.
    Hangs,
    /// It fails and says this somewhere.
    Mentions(String),
    /// It ends the process of all tests.
    EndsItsProcess,
    /// It does not end.
    Blocks,
}
