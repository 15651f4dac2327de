//! The questions of the rounds to the compiler, and their results.

use std::collections::BTreeMap;

use gadfly_model::Ty;

use super::operations::candidate::Candidate;

/// Judges candidates: each compiles with a result type, or not for a reason.
pub trait Compiler {
    /// An error that stops the work altogether.
    type Error;

    /// One answer per candidate, in order.
    fn judge(&mut self, candidates: &[&Candidate]) -> Result<Vec<CompilerAnswer>, Self::Error>;
}

/// The reason for rejecting what the compiler said nothing about.
pub const NO_TYPE: &str = "the compiler gave no result type";

/// The compiler's answer to a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompilerAnswer {
    /// It compiles.
    Accepted {
        /// The result's type, without the `Option` of a partial operation.
        output: Ty,
        /// Types of arguments, projections resolved.
        inputs: Vec<Ty>,
    },
    /// It does not.
    Rejected {
        /// The compiler's first complaint.
        reason: String,
        /// `true` if a bound was not satisfied (rather than something else being wrong).
        is_bound: bool,
    },
}

/// Limits of the search for operations.
#[derive(Clone, Copy, Debug)]
pub struct RoundLimits {
    /// Instances kept per function.
    pub instances: usize,
    /// Candidates tried per function.
    pub tries: usize,
    /// Rounds at most.
    pub rounds: usize,
    /// Instances of one type that are used in matching.
    pub types_per_head: usize,
}

impl Default for RoundLimits {
    fn default() -> Self {
        RoundLimits { instances: 2, tries: 24, rounds: 16, types_per_head: 8 }
    }
}

/// An operation that compiles.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The operation.
    pub candidate: Candidate,
    /// Its result's type.
    pub output: Ty,
    /// The round in which it was found.
    pub round: usize,
    /// `true` if values for all its arguments can be made.
    pub is_inhabited: bool,
    /// `true` if it is kept beside the usual number of instances, because of its receiver.
    pub is_extra: bool,
}

/// The results of the rounds.
pub struct RoundResults {
    /// Operations that compile, in the order of their discovery.
    pub accepted: Vec<Accepted>,
    /// Per function of the model, the last reason for a rejection.
    pub reasons: BTreeMap<usize, String>,
    /// Operations that do not compile, with the compiler's reason.
    pub rejected: Vec<(Candidate, String)>,
    /// Rounds taken.
    pub rounds: usize,
    /// Candidates judged.
    pub judged: usize,
}

/// One line of progress.
pub struct Round {
    /// Number, from 1.
    pub number: usize,
    /// Candidates proposed in it.
    pub proposed: usize,
    /// Functions callable so far.
    pub callable: usize,
}
