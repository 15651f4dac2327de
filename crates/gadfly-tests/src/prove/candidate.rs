//! Tests on their way into a module of the crate.

use crate::emit::{Prediction, TestText};
use crate::home::Home;
use crate::place::PlaceError;

/// A test to prove.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Where it is going to be.
    pub home: Home,
    /// The ways to write it, best first.
    pub texts: Vec<TestText>,
    /// What it will do.
    pub prediction: Prediction,
}

/// What became of a candidate.
#[derive(Debug)]
pub enum Verdict {
    /// It does what was predicted, every time.
    Proven {
        /// The way in which it is written, as an index.
        way: usize,
    },
    /// Its file is not to be changed.
    Refused(PlaceError),
    /// The crate's own tests do not compile without it either.
    CrateRejected(String),
    /// It compiles in none of its ways.
    Rejected(String),
    /// It compiles alone, but not with others.
    RejectedTogether(String),
    /// It does something else, at least once.
    Unconfirmed,
}
